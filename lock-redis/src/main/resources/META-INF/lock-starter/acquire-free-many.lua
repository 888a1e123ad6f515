-- Takes many locks in their order, up to the first that has a record of any kind. That one is left to acquire.lua, which
-- has the rules for it, and those behind it are not read.
--
-- KEYS     the records, see head.lua
-- ARGV     for each record the acquisition, and as 3 and 4 in acquiring.lua
-- returns  {time in microseconds, number of locks taken}

local time = redis.call('TIME')
local now = time[1] .. string.sub('00000' .. time[2], -6)
local taken = 0

for position, key in ipairs(KEYS) do
  if not take_free(key, ARGV[3 * position - 2], now, ARGV[3 * position - 1], ARGV[3 * position], '') then
    break
  end
  taken = position
end

return { tonumber(now), taken }
