-- KEYS[1]  the record, see head.lua
-- ARGV     1 to 4 see head.lua, 5 to 11 see acquiring.lua
-- returns  see head.lua

local state, heard = acquire()
save()
return answer(state, heard)
