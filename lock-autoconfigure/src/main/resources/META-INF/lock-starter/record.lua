-- The record and what may be done with it, for whatever is not usual.

if record[1] ~= layout and (record[1] or redis.call('EXISTS', key) == 1) then
  return 'layout ' .. (record[1] or 'none')
end

local recorded, instance = record[1] == layout, string.sub(mark, 10)
local states = { r = 'released', c = 'cancelled', l = 'lost', u = 'unknown' }
local receivers = { n = 'NUMSUB', s = 'SHARDNUMSUB', N = 'NUMSUB', S = 'SHARDNUMSUB' }

-- What becomes of these, save() writes down.
local was = {
  owner = record[2] or '', deadline = tonumber(record[3] or 0), token = tonumber(record[4] or 0),
  reserved = record[2] and record[2] ~= '' and tonumber(record[7] or 0) or 0, queue = record[5] or ''
}
local owner, deadline, token, reserved, queue = was.owner, was.deadline, was.token, was.reserved, was.queue
local held = owner ~= '' and deadline > millis

-- The place that begins there. The queue may be long, so that no more of it is read than has to be.
local function place_at(first)
  local whose, number, kept, way, tokens, after = string.match(queue, '^([%w_-]+):(%d+)@(%d+)(%a)(%d+)()', first)
  return whose and {
    first = first, last = after - 1, instance = whose, sequence = tonumber(number), kept = tonumber(kept), way = way,
    tokens = tonumber(tokens)
  }
end

local function give_up(place)
  if place.first == 1 then
    queue = string.sub(queue, place.last + 2)
  else
    queue = string.sub(queue, 1, place.first - 2) .. string.sub(queue, place.last + 1)
  end
end

-- The place of this instance, or nil. One that was not asked for in time is given up by whoever comes across it.
local function own_place()
  local first = string.find(' ' .. queue, ' ' .. instance .. ':', 1, true)
  local found = first and place_at(first)
  if found and found.kept <= millis then
    give_up(found)
    return nil
  end
  return found
end

-- Instead of its former place, or at the end.
local function take_place(former, kept, way, tokens)
  local place = id .. '@' .. digits(kept) .. way .. digits(tokens)
  if former then
    queue = string.sub(queue, 1, former.first - 1) .. place .. string.sub(queue, former.last + 1)
  else
    queue = queue == '' and place or queue .. ' ' .. place
  end
end

local function server()
  if server_id ~= '' then
    return server_id
  end
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or '-'
end

local function answer(state, heard)
  local rest = owner ~= '' and math.max(deadline - millis, 0) or 0
  local text = table.concat({ state, state == 'granted' and digits(token) or '0', digits(rest), now }, ' ')
  return state == 'queued' and text .. ' ' .. server() .. (heard and ' 1' or ' 0') or text
end

local function holds_newer()
  local whose, number = string.match(owner, '([%w_-]+):(%d+)')
  return whose == instance and tonumber(number) > sequence
end

-- How an acquisition of this instance has finished, or nil if it has not.
local function finished(number)
  if record[6] then
    local last, how = tonumber(string.sub(record[6], 1, -2)), string.sub(record[6], -1)
    if number < last then
      return 'unknown'
    elseif number == last then
      return states[how]
    end
  end
end

local changes, notice = {}, nil

local function set(field, value)
  changes[#changes + 1] = field
  changes[#changes + 1] = value
end

-- Instances come and go: their marks must not pile up on a lock that is never free for long.
local function forget_others()
  if redis.call('HLEN', key) > 250 then
    for _, field in ipairs(redis.call('HKEYS', key)) do
      if string.sub(field, 1, 9) == 'finished:' then
        redis.call('HDEL', key, field)
      end
    end
  end
end

local function finish(whose, number, how)
  local last = record[6]
  if whose ~= instance then
    last = redis.call('HGET', key, 'finished:' .. whose)
  end
  if not last then
    forget_others()
  end
  if not last or tonumber(string.sub(last, 1, -2)) < number then
    last = digits(number) .. how
    set('finished:' .. whose, last)
  end
  if whose == instance then
    record[6] = last
  end
end

local function own(new_owner, lease, tokens, application, process, thread)
  owner, deadline, held = new_owner, millis + lease, true
  token, reserved = math.max(token + 1, micros), tokens
  set('since', millis)
  set('application', application)
  set('process', process)
  set('thread', thread)
end

-- Those of the reserved tokens that were used count, the others may be granted again.
local function use(passes)
  token, reserved = token + math.min(passes, reserved), 0
end

local function free()
  owner, held = '', false
end

-- The owner's acquisition is closed as lost, and may have used all of its tokens. Where there is none, as the lock was
-- released and only kept, nothing is lost.
local function lose()
  local whose, number = string.match(owner, '([%w_-]+):(%d+)')
  use(reserved)
  if number ~= '0' then
    finish(whose, tonumber(number), 'l')
  end
  free()
end

-- A lease that has ended is closed before anything else is done with the lock.
local function expire()
  if owner ~= '' and not held then
    lose()
  end
end

-- Only a waiter that nobody listens for is out of reach; if Redis can't or may not say, it is not.
local function within_reach(whose, way)
  local counted = receivers[way]
  local count = counted and redis.pcall('PUBSUB', counted, ARGV[4] .. whose)
  return not count or count.err or count[2] > 0
end

-- The lock goes to the first that waits within reach, before a certain instance or at all; the others keep their places.
-- The grant counts for the claim window: the waiter claims it by asking once more. Who may not hear of it has longer.
local function hand_over(before)
  local waiter = place_at(1)
  while waiter and waiter.instance ~= before do
    if waiter.kept <= millis then
      give_up(waiter)
      waiter = place_at(waiter.first)
    elseif within_reach(waiter.instance, waiter.way) then
      give_up(waiter)
      local lease = window * (string.find(waiter.way, '[dNSB]') and 3 or 1)
      own(waiter.instance .. ':' .. digits(waiter.sequence), lease, waiter.tokens, '', '', '')
      if waiter.way ~= 'd' then
        local message = { digits(waiter.sequence), digits(token), digits(deadline), now, server(), key }
        notice = { string.lower(waiter.way) == 's' and 'SPUBLISH' or 'PUBLISH', ARGV[4] .. waiter.instance, table.concat(message, ' ') }
      end
      return true
    else
      waiter = place_at(waiter.last + 2)
    end
  end
end

local function pass_on()
  if not hand_over() then
    free()
  end
end

-- PEXPIRE comes first since it works at full memory, and lets the rest work too; a record is kept while its tokens are
-- ahead of the clock. PUBLISH comes last and may fail: the waiters ask again anyway.
local function save()
  local now = { owner = owner, deadline = deadline, token = token, reserved = reserved, queue = queue }
  for _, field in ipairs({ 'owner', 'deadline', 'token', 'reserved', 'queue' }) do
    if now[field] ~= was[field] then
      set(field, now[field])
    end
  end
  if #changes == 0 then
    return
  end
  local needed = math.max(owner ~= '' and deadline - millis or 0, math.ceil((token + reserved - micros) / 1000), 0)
  local ttl = needed + retention
  if recorded then
    redis.call('PEXPIRE', key, ttl)
  else
    set('layout', layout)
  end
  redis.call('HSET', key, unpack(changes))
  if not recorded then
    redis.call('PEXPIRE', key, ttl)
  end
  if notice then
    redis.pcall(unpack(notice))
  end
end
