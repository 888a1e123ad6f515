-- A holder repeats its request, as it does to claim what it was granted; or the lock is free, and only marks are kept; or another
-- holds it.

if whose and server_id ~= '' and not ARGV[7] and ARGV[5] ~= '-' then
  local tokens, names_now = wanted_alone()
  if is_held_by(id) then
    local later = math.max(ends, millis + ARGV[3])
    if tokens and put(id, token, later, math.max(passes, tokens), waiters, names_now) then
      return 'granted ' .. digits(token) .. ' ' .. digits(later - millis) .. ' ' .. now
    end
  elseif whose == '' and waiters == '' then
    local fresh = math.max(token + 1, micros)
    if tokens and put(id, fresh, millis + ARGV[3], tokens, '', names_now) then
      return 'granted ' .. digits(fresh) .. ' ' .. ARGV[3] .. ' ' .. now
    end
  elseif is_held_by(whose) and string.sub(whose, 1, #me + 1) ~= me .. ':' then
    local mine = place(tokens)
    if mine and put(whose, token, ends, passes, waiters .. mine, names) then
      return queued(ends)
    end
  end
end

