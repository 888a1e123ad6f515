-- A holder repeats its request, as it does to claim what it was granted; or the lock is free, and only marks are kept; or another
-- holds it.

if whose and server_id ~= '' and ARGV[5] ~= '-' then
  local tokens, names_now = wanted_alone()
  local until_then = millis + string.sub(ARGV[4], 1, 12)
  local granted
  if tokens and is_held_by(id) then
    granted = take(token, math.max(ends, until_then), math.max(passes, tokens), names_now)
  elseif tokens and whose == '' and waiters == '' then
    granted = take(math.max(token + 1, micros), until_then, tokens, names_now)
  elseif is_held_by(whose) and string.sub(whose, 1, #me + 1) ~= me .. ':' then
    local mine = place(tokens)
    if mine and put(whose, token, ends, passes, waiters .. mine, names) then
      return queued(ends)
    end
  end
  if granted then
    return granted
  end
end

