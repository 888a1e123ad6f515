-- A waiter is out of reach only if its channel has no receiver; if Redis can't or may not say, it is within reach.

local receivers = { n = 'NUMSUB', s = 'SHARDNUMSUB', N = 'NUMSUB', S = 'SHARDNUMSUB' }

local function within_reach(whose, way)
  local counted = receivers[way]
  local count = counted and redis.pcall('PUBSUB', counted, ARGV[2] .. whose)
  return not count or count.err or count[2] > 0
end

