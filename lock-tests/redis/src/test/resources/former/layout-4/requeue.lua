-- Finishes an acquisition and begins the next one, and writes once.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, 3 to 6 see acquiring.lua, for the next acquisition; 7 sequence of the one to finish,
--          8 how many of its reserved tokens were used, 9 if it may be forgotten 1, else 0; 10 as 7 in acquire.lua
-- returns  '<of the finished one>, <of the next one>', each as head.lua says

local waited = tonumber(ARGV[10])
local how = release(tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9] == '1')

-- The next acquisition may be that of the oldest caller.
if not waited then
  hand_over()
end
local released = answer(how)
local state, ends, last = acquire(waited)
local acquired = answer(state, ends, last)
if waited and state ~= 'queued' then
  hand_over()
end

save()
return released .. ', ' .. acquired
