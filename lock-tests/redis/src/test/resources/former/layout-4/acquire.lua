-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, 3 to 6 see acquiring.lua; 7 if given, for how long the caller has waited, in microseconds
-- returns  see head.lua

local state, ends, last = acquire(tonumber(ARGV[7]))
save()
return answer(state, ends, last)
