-- Finishes an acquisition and begins the next one, at the end of the queue, and writes once.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, 3 to 6 see acquiring.lua, for the next acquisition; 7 sequence of the one to finish,
--          8 how many of its reserved tokens were used, 9 if it may be forgotten 1, else 0
-- returns  '<of the finished one>, <of the next one>', each as head.lua says

local released = answer(release(tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9] == '1'))
local state, heard, ends = acquire()
save()
return released .. ', ' .. answer(state, heard, ends)
