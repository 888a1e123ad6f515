-- Finishes an acquisition and begins the next one, at the end of the queue, and writes once.
--
-- KEYS[1]  the record, see record.lua
-- ARGV     1 to 6 see record.lua, 7 to 13 see acquiring.lua, for the next acquisition; 14 sequence of the one to finish,
--          15 how many of its reserved tokens were used
-- returns  {of the finished one, of the next one}, each as described in record.lua

local released = answer(release(tonumber(ARGV[14]), tonumber(ARGV[15])))
local state, heard = acquire()
save()
return { released, answer(state, heard) }
