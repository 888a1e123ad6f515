-- KEYS[1]  the record, see head.lua
-- ARGV     1 to 4 see head.lua; 5 how many of the reserved tokens were used; 6 how long to keep the lock from others, in
--          ms, left out if not at all
-- returns  see head.lua

local state = release(sequence, tonumber(ARGV[5]), tonumber(ARGV[6] or 0))
save()
return answer(state)
