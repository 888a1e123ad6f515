-- What the short code for contended locks and record.lua decide alike.

local millis = math.floor(micros / 1000)

-- A waiter is out of reach only if its channel has no receiver; if Redis can't or may not say, it is within reach.

local receivers = { n = 'NUMSUB', s = 'SHARDNUMSUB' }

local function within_reach(whose, way)
  local counted = receivers[way]
  local count = counted and redis.pcall('PUBSUB', counted, ARGV[2] .. whose)
  return not count or count.err or count[2] > 0
end

-- The notice of a grant. Its proof shows that the sender can read the record, and that nobody has changed what stands before it.
-- Without a secret there is none.
local function notice(secret, number, granted, deadline, server, others_waited)
  local told = number .. ' ' .. granted .. ' ' .. deadline .. ' ' .. now .. ' ' .. server
  local proof = secret ~= '' and '~' .. string.sub(redis.sha1hex(string.sub(secret, 2) .. ' ' .. told), 1, 16) or ''
  return told .. proof .. ' ' .. others_waited .. ' ' .. key
end

-- How long a grant is valid: for as long as the place was to be kept. No place is kept for longer than 15 s; one that seems to be
-- is from before the clock was set back.
local function claim_window(kept)
  return math.min(kept - millis, 15000)
end

-- Where the first mark is that is not forgotten. A mark refuses late requests, and none is as late as the retention.
local function first_mark(marks, from)
  local made, after = string.match(marks, '^ %S-:%d+%a(%d+)()', from)
  while made and made + retention <= millis do
    from = after
    made, after = string.match(marks, '^ %S-:%d+%a(%d+)()', from)
  end
  return from
end

