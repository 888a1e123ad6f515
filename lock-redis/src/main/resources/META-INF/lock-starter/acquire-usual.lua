-- Most acquisitions end here; see acquire-free.lua.

local taken = take_free(key, id, now, ARGV[3], ARGV[4], ARGV[5])
if taken then
  return taken
end

