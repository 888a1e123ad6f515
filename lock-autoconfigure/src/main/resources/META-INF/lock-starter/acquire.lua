-- KEYS[1]  the record, see record.lua
-- ARGV     1 to 6 see record.lua, 7 to 13 see acquiring.lua
-- returns  see record.lua

local state, heard = acquire()
save()
return answer(state, heard)
