-- KEYS[1]  the record, see head.lua
-- ARGV     1 to 4 see head.lua; 5 how many of the reserved tokens were used
-- returns  see head.lua

local state = release(sequence, tonumber(ARGV[5]))
save()
return answer(state)
