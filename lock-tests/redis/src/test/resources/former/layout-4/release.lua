-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua; 3 how many of the reserved tokens were used; 4 if it may be forgotten 1, else 0; 5 how
--          long to keep the lock from others, in ms, left out if not at all
-- returns  see head.lua

local state = release(sequence, tonumber(ARGV[3]), ARGV[4] == '1', tonumber(ARGV[5]))
hand_over()
save()
return answer(state)
