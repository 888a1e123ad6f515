-- The usual case of an acquisition, in short, since most locks are free and have no record. At full memory the rest of the
-- script finds out whether there is anything to write.

local fresh, reserved_for = 'lock/4 ' .. id .. ' ' .. now .. ' ' .. ARGV[4], string.match(ARGV[4], ' %d+') / 1000
local taken = redis.pcall('SET', key, fresh, 'NX', 'PX', math.ceil(math.max(ARGV[3], reserved_for)) + retention)
if taken and taken.ok then
  return 'granted ' .. now .. ' ' .. ARGV[3] .. ' ' .. now .. (ARGV[7] and ' 0' or '')
end

