-- Finishes an acquisition and begins the next one, at the end of the queue, and writes once.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 to 4 see head.lua, 5 to 11 see acquiring.lua, for the next acquisition; 12 sequence of the one to finish,
--          13 how many of its reserved tokens were used
-- returns  '<of the finished one>, <of the next one>', each as head.lua says

local released = answer(release(tonumber(ARGV[12]), tonumber(ARGV[13]), 0))
local state, heard = acquire()
save()
return released .. ', ' .. answer(state, heard)
