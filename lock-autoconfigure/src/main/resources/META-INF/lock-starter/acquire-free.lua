-- The usual case of an acquisition, in short, since most locks are free and have no record. At full memory, the rest
-- of the script finds out whether there is anything to write.
--
-- now      time in microseconds, as text
-- lease, tail      see acquiring.lua, ARGV 3 and 4
-- returns  whether the lock was free

local function take_free(key, id, now, lease, tail)
  local reserved_for = string.match(tail, ' %d+') / 1000
  local set = redis.pcall('SET', key, 'lock/4 ' .. id .. ' ' .. now .. ' ' .. tail, 'NX', 'PX',
    math.ceil(math.max(lease, reserved_for)) + retention)
  return set and set.ok
end

