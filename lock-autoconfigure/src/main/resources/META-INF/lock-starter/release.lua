-- KEYS[1]  the record, see record.lua
-- ARGV     1 to 6 see record.lua; 7 how many of the reserved tokens were used
-- returns  see record.lua

local state = release(sequence, tonumber(ARGV[7]))
save()
return answer(state)
