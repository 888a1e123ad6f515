-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, 3 to 5 see acquiring.lua
-- returns  see head.lua

local state, ends, last = acquire()
save()
return answer(state, ends, last)
