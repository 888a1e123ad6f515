-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, 3 to 6 see acquiring.lua
-- returns  see head.lua

local state, heard, ends = acquire()
save()
return answer(state, heard, ends)
