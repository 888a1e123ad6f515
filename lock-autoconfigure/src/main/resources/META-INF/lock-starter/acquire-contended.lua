-- A holder repeats its request, as it does to claim what it was granted; or the lock is free, and only marks are kept; or another
-- holds it.

if whose and server_id ~= '' and not string.find(ARGV[5], '[-^]') then
  local tokens, names_now = wanted_alone()
  local lease = tonumber(string.sub(ARGV[4], 1, 12))
  if is_held_by(id) then
    local later = math.max(ends, millis + lease)
    if tokens and put(id, token, later, math.max(passes, tokens), waiters, names_now) then
      return 'granted ' .. digits(token) .. ' ' .. digits(later - millis) .. ' ' .. now
    end
  elseif whose == '' and waiters == '' then
    local fresh = math.max(token + 1, micros)
    if tokens and put(id, fresh, millis + lease, tokens, '', names_now) then
      return 'granted ' .. digits(fresh) .. ' ' .. digits(lease) .. ' ' .. now
    end
  elseif is_held_by(whose) and string.sub(whose, 1, #me + 1) ~= me .. ':' then
    local mine = place(tokens)
    if mine and put(whose, token, ends, passes, waiters .. mine, names) then
      return queued(ends)
    end
  end
end

