-- Takes many locks in their order, as acquire-free.lua does each, up to the first that has a record of any kind. That one
-- is asked for by acquire.lua, which has the words for it, and those behind it are not looked at.
--
-- KEYS     the records, see head.lua
-- ARGV     for each record the acquisition, the lease in ms, and what the record says of it after the token
-- returns  {time in microseconds, how many were taken}

local time = redis.call('TIME')
local now = time[1] .. string.sub('00000' .. time[2], -6)
local taken = 0

for position, key in ipairs(KEYS) do
  local id, lease, text = ARGV[3 * position - 2], ARGV[3 * position - 1], ARGV[3 * position]
  local reserved_for = string.match(text, ' %d+') / 1000
  local set = redis.pcall('SET', key, 'lock/4 ' .. id .. ' ' .. now .. ' ' .. text, 'NX', 'PX',
    math.ceil(math.max(lease, reserved_for)) + retention)
  if not (set and set.ok) then
    break
  end
  taken = position
end

return { tonumber(now), taken }
