-- The usual case of a release, in short, since most locks are not waited for: nothing has to be remembered.
--
-- text     the record, if there is one
-- used     the number of reserved tokens that were used
-- returns  whether the lock was held, and is released

local function release_held(key, id, text, micros, used)
  local after = #id + 9
  if type(text) ~= 'string' or string.sub(text, 1, after - 1) ~= 'lock/4 ' .. id .. ' ' then
    return false
  end
  local since = string.sub(text, after, after + 15)
  if since + 1000 * string.sub(text, after + 17, after + 28) <= micros + 1000 or since + used >= micros then
    return false
  end
  redis.call('DEL', key)
  return true
end

