-- Finishes an acquisition and begins the next one, and writes once.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, 3 to 5 see acquiring.lua, for the next acquisition; 6 sequence of the one to finish,
--          7 the number of its reserved tokens that were used, 8 if it may be forgotten 1, else 0
-- returns  '<of the finished one>, <of the next one>', each as in head.lua

local by_age = string.find(ARGV[5], '^', 1, true)
local how = release(tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8] == '1')

-- The next acquisition may be that of the oldest caller.
if not by_age then
  hand_over()
end
local released = answer(how)
local state, ends, last = acquire()
local acquired = answer(state, ends, last)
if by_age and state ~= 'queued' then
  hand_over()
end

save()
return released .. ', ' .. acquired
