-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua; 3 the number of reserved tokens that were used; 4 if it may be forgotten 1, else 0; 5 the
--          time to keep the lock from others, in ms, left out for none
-- returns  see head.lua

local state = release(sequence, tonumber(ARGV[3]), ARGV[4] == '1', tonumber(ARGV[5]))
hand_over()
save()
return answer(state)
