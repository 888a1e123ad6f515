-- The usual case of an acquisition, in short, since most locks are free and have no record. At full memory, the rest
-- of the script finds out whether there is anything to write.
--
-- now      time in microseconds, as text
-- kept, tail, place      see acquiring.lua, ARGV 3 to 5
-- returns  the answer; nothing if the lock was not free

local function take_free(key, id, now, kept, tail, place)
  local set = redis.pcall('SET', key, 'lock/4 ' .. id .. ' ' .. now .. ' ' .. tail, 'NX', 'PX', kept)
  return set and set.ok and 'granted ' .. now .. ' ' .. string.sub(tail, 1, 12) .. ' ' .. now
    .. (string.find(place, '^', 1, true) and ' 0' or '')
end

