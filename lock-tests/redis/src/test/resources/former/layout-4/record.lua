-- The record and what may be done with it, for whatever is not usual.

local millis = math.floor(micros / 1000)
local owner, deadline, token, reserved, names = '', millis, 0, 0, '\n\n'
local shared = 'shared:0'

-- The queue, the marks and the holdings may be long, and are never cut up: what they are made of is found by its position
-- in the text, and what changes is put together when the record is written.
local queue, marks = { first = 1, after = 1, length = 0 }, { first = 1, after = 1, length = 0 }
local holdings = { first = 1, after = 1, length = 0 }

if text then
  local more, lasts, first
  more, owner, token, lasts, reserved, first = string.match(text, '^lock/4(%+?) (%S*) (%d+) (%-?%d+) (%d+)\n()')
  if not more then
    return 'layout ' .. (string.match(text, '^lock/(%w+)') or 'none')
  end
  token, reserved = tonumber(token), owner ~= '' and tonumber(reserved) or 0
  deadline = math.floor(token / 1000) + lasts
  if more == '+' then
    for _, section in ipairs({ queue, marks, holdings }) do
      section.first, section.after = first, string.find(text, '\n', first, true)
      section.length, first = section.after - first, section.after + 1
    end
  end
  names = string.sub(text, first)
end

local held = owner ~= '' and deadline > millis
local in_use = 0
if owner == shared then
  in_use, reserved = reserved, 0
end
local was_names = names
local instance, sequence = string.match(id, '^(.*):(%d+)$')
local states = { r = 'released', c = 'cancelled', l = 'lost', u = 'unknown' }
local receivers = { n = 'NUMSUB', s = 'SHARDNUMSUB', N = 'NUMSUB', S = 'SHARDNUMSUB' }
sequence = tonumber(sequence)

local function replace(section, first, after, by)
  section[#section + 1] = { first = first, after = after, by = by }
  section.length = section.length - (after - first) + #by
end

local function add(section, by)
  replace(section, section.after, section.after, by)
end

-- Where something begins that does so with an instance or an acquisition, and where that ends.
local function find(section, whose, after)
  if section.after > section.first then
    local first, last = string.find(text, ' ' .. whose, after or section.first, true)
    if first and first < section.after then
      return first, last
    end
  end
end

-- The place that begins there, or nil at the end of the queue.
local function place_at(first)
  local whose, number, kept, way, tokens, share, age, after =
    string.match(text or '', '^ (%S+):(%d+)@(%d+)(%a)(%d+)([^%s^]*)(%S*)()', first)
  return whose and {
    first = first, after = after, instance = whose, sequence = tonumber(number), kept = tonumber(kept), way = way,
    tokens = tonumber(tokens), share = share, since = age ~= '' and tonumber(string.match(age, '^%^(%d+)$')) or nil
  }
end

-- The place of this instance, or nil.
local mine = nil
local given_up = {}

local function give_up(place)
  if not given_up[place.first] then
    given_up[place.first] = true
    replace(queue, place.first, place.after, '')
  end
  if mine and mine.first == place.first then
    mine = nil
  end
end

-- One that was not asked for in time is given up by whoever comes across it.
local my_first = find(queue, instance .. ':')
mine = my_first and place_at(my_first)
if mine and mine.kept <= millis then
  give_up(mine)
end

-- Where this instance is to have its place: where it has one, or at the end; but as near to there as the order of those that
-- have waited longer or less than since then allows.
local function slot(since)
  local at = mine and mine.first or queue.after
  local place = since and place_at(queue.first)
  while place do
    local its = place.instance ~= instance and place.since
    if its and its > since then
      return math.min(at, place.first)
    end
    if its and its < since then
      at = math.max(at, place.after)
    end
    place = place_at(place.after)
  end
  return at
end

-- Instead of its former place, if that is there.
local function take_place(at, kept, way, tokens, since)
  local place = ' ' .. id .. '@' .. digits(kept) .. way .. tokens .. (since and '^' .. digits(since) or '')
  replace(queue, at, mine and mine.first == at and mine.after or at, place)
end

local function server()
  if server_id ~= '' then
    return server_id
  end
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or '-'
end

-- The rest is that of a certain lease, or of the holder's. The last word, if there is one, is that of a state.
local function answer(state, ends, last)
  local rest = owner ~= '' and math.max((ends or deadline) - millis, 0) or 0
  local line = table.concat({ state, state == 'granted' and digits(token) or '0', digits(rest), now }, ' ')
  return line .. (state == 'queued' and ' ' .. server() or '') .. (last and ' ' .. last or '')
end

-- A mark keeps out what comes late, and nothing comes as late as that.
local function forget_old_marks()
  local made, after = string.match(text or '', '^ %S-:%d+%a(%d+)()', marks.first)
  while made and made + retention <= millis do
    marks.length = marks.length - (after - marks.first)
    marks.first = after
    made, after = string.match(text, '^ %S-:%d+%a(%d+)()', after)
  end
end

forget_old_marks()

-- The last finished acquisition of an instance, and how it has finished.
local added = {}

local function last_finished(whose)
  local first, last = find(marks, whose .. ':')
  if added[whose] then
    return added[whose].number, added[whose].how
  elseif first then
    local number, how, after = string.match(text, '^(%d+)(%a)%d+()', last + 1)
    return tonumber(number), how, first, after
  end
end

-- How an acquisition of this instance has finished, or nil if it has not.
local function finished(number)
  local last, how = last_finished(instance)
  if last and number < last then
    return 'unknown'
  end
  return last == number and states[how] or nil
end

local function finish(whose, number, how)
  local last, _, first, after = last_finished(whose)
  if last and last >= number then
    return
  end
  if first then
    replace(marks, first, after, '')
  end
  added[whose] = { number = number, how = how }
end

-- The holding that begins there, or nil after the last.
local function holding_at(first)
  local whose, number, ends, permits, after = string.match(text or '', '^ (%S+):(%d+)@(%d+)x(%d+)=%S*()', first)
  return whose and {
    first = first, after = after, instance = whose, sequence = tonumber(number), ends = tonumber(ends),
    permits = tonumber(permits)
  }
end

local joined, left = {}, {}

-- Whether an acquisition that this instance began later holds the lock, or a share of it.
local function holds_newer()
  local whose, number = string.match(owner, '^(.*):(%d+)$')
  local first, last = find(holdings, instance .. ':')
  while first do
    whose, number = instance, string.match(text, '^%d+', last + 1)
    if tonumber(number) > sequence then
      return true
    end
    first, last = find(holdings, instance .. ':', last)
  end
  for _, share in pairs(joined) do
    if share.instance == instance and share.sequence > sequence then
      return true
    end
  end
  return whose == instance and tonumber(number) > sequence
end

-- What an acquisition has of a lock that is shared, or nil.
local function holding(whose)
  local first = find(holdings, whose .. '@')
  return joined[whose] or first and not left[first] and holding_at(first) or nil
end

local function leave(share)
  in_use = in_use - share.permits
  if share.first then
    left[share.first] = true
    replace(holdings, share.first, share.after, '')
  else
    joined[share.instance .. ':' .. digits(share.sequence)] = nil
  end
end

local function own(new_owner, lease, tokens, new_names)
  owner, deadline, held, names = new_owner, millis + lease, true, new_names
  token, reserved = math.max(token + 1, micros), tokens
end

-- Those of the reserved tokens that were used count, the others may be granted again.
local function use(passes)
  token, reserved = token + math.min(passes, reserved), 0
end

local function free()
  owner, held = '', false
end

-- To share a lock that is free, or that is shared already.
local function join(whose, ends, permits, new_names)
  if owner ~= shared then
    own(shared, 0, 0, '\n\n')
  end
  local its_instance, number = string.match(whose, '^(.*):(%d+)$')
  joined[whose] = { instance = its_instance, sequence = tonumber(number), ends = ends, permits = permits, names = new_names }
  in_use, deadline = in_use + permits, math.max(deadline, ends)
end

-- Its acquisition is closed as lost. Where there is none, as the lock was released and only kept, nothing is lost.
local function lose_share(share)
  leave(share)
  if share.sequence > 0 then
    finish(share.instance, share.sequence, 'l')
  end
end

-- Looks at each of those that share the lock, and closes what is over, or all; returns those.
local function sweep(all)
  local closed, latest = {}, millis
  local function look(share)
    if all or share.ends <= millis then
      lose_share(share)
      closed[#closed + 1] = share
    else
      latest = math.max(latest, share.ends)
    end
  end
  local share = holding_at(holdings.first)
  while share do
    if not left[share.first] then
      look(share)
    end
    share = holding_at(share.after)
  end
  for _, fresh in pairs(joined) do
    latest = math.max(latest, fresh.ends)
  end
  deadline = latest
  if in_use == 0 then
    free()
  end
  return closed
end

-- The owner's acquisition is closed as lost, and may have used all of its tokens; or all are that share the lock. Returns
-- them.
local function lose()
  if owner == shared then
    return sweep(true)
  end
  local whose, number = string.match(owner, '^(.*):(%d+)$')
  use(reserved)
  if number ~= '0' then
    finish(whose, tonumber(number), 'l')
  end
  free()
  return { { instance = whose, sequence = tonumber(number) } }
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
  local count = counted and redis.pcall('PUBSUB', counted, ARGV[2] .. whose)
  return not count or count.err or count[2] > 0
end

-- How many permits an acquisition wants, and of how many; nothing if it wants the lock for itself.
local function wanted(share)
  local permits, capacity = string.match(share, '^/(%d+)of(%d+)$')
  return tonumber(permits), tonumber(capacity)
end

-- Whether whoever is next can have what it wants, once the others' leases that are over are closed.
local function fits(permits, capacity)
  if owner == shared and (not permits or in_use + permits > capacity) then
    sweep()
  end
  return owner == '' or owner == shared and permits and in_use + permits <= capacity
end

-- The place that whoever asks is about to take, if it has to wait.
local coming = nil

-- For how long the next of those that wait within reach has waited.
local function others_waited()
  local waiter, comes = place_at(queue.first), coming
  while waiter or comes do
    local next = waiter
    if comes and not (waiter and waiter.first < comes.first) then
      next, comes = comes, nil
    else
      waiter = place_at(waiter.after)
    end
    if next.kept > millis and (next == coming or not given_up[next.first]) and within_reach(next.instance, next.way) then
      return next.since and digits(math.max(micros - next.since, 0)) or '-'
    end
  end
  return '0'
end

local notices = {}

-- A grant counts for the claim window: the waiter claims it by asking once more. Who may not hear of it has longer.
local function grant(waiter, permits)
  local whose, lease = waiter.instance .. ':' .. digits(waiter.sequence), window * (string.find(waiter.way, '[dNSB]') and 3 or 1)
  if permits then
    join(whose, millis + lease, permits, '')
  else
    own(whose, lease, waiter.tokens, '\n\n')
  end
  if waiter.way ~= 'd' then
    local message = { digits(waiter.sequence), digits(token), digits(millis + lease), now, server(),
      waiter.since and others_waited() or '-', key }
    notices[#notices + 1] =
      { string.lower(waiter.way) == 's' and 'SPUBLISH' or 'PUBLISH', ARGV[2] .. waiter.instance, table.concat(message, ' ') }
  end
end

-- The lock goes to the first that waits within reach, before a certain place or at all, or to all that are next and may
-- share it; the others keep their places. Returns whether nobody behind them can be next.
local function hand_over(before)
  if held and owner ~= shared then
    return true
  end
  local waiter = place_at(queue.first)
  while waiter and waiter.first < (before or queue.after) do
    if waiter.kept <= millis then
      give_up(waiter)
    elseif not given_up[waiter.first] and within_reach(waiter.instance, waiter.way) then
      local permits, capacity = wanted(waiter.share)
      if not fits(permits, capacity) then
        return true
      end
      give_up(waiter)
      grant(waiter, permits)
      if not permits then
        return true
      end
    end
    waiter = place_at(waiter.after)
  end
end

-- The owner has left, or one of those that share the lock.
local function free_unless_shared()
  if in_use == 0 then
    free()
  end
end

local function pass_on()
  free_unless_shared()
  hand_over()
end

local function append(parts, section)
  local from = section.first
  table.sort(section, function(one, other)
    return one.first < other.first or one.first == other.first and one.after < other.after
  end)
  for _, piece in ipairs(section) do
    parts[#parts + 1] = string.sub(text or '', from, piece.first - 1)
    parts[#parts + 1] = piece.by
    from = piece.after
  end
  parts[#parts + 1] = string.sub(text or '', from, section.after - 1)
  parts[#parts + 1] = '\n'
end

-- Writes what has changed: nothing, a place in the queue, or all.
local function write(ttl, anyway)
  local header = (queue.length + marks.length + holdings.length > 0 and 'lock/4+ ' or 'lock/4 ') .. owner
    .. string.format(' %016.0f %012.0f %.0f\n', token, deadline - math.floor(token / 1000), reserved + in_use)
  local place = queue[1]
  if text and not anyway and names == was_names and #marks == 0 and #holdings == 0 and #queue < 2
    and string.sub(text, 1, #header) == header and (not place or #place.by == place.after - place.first) then
    if place then
      redis.call('PEXPIRE', key, ttl)
      redis.call('SETRANGE', key, place.first - 1, place.by)
    end
    return
  end
  local parts = { header }
  if queue.length + marks.length + holdings.length > 0 then
    append(parts, queue)
    append(parts, marks)
    append(parts, holdings)
  end
  parts[#parts + 1] = names
  local whole = table.concat(parts)
  if redis.pcall('SET', key, whole, 'PX', ttl).err then
    if text then
      redis.call('PEXPIRE', key, ttl)
    end
    redis.call('SET', key, whole, 'PX', ttl)
  end
end

-- PEXPIRE works at full memory, and lets what is written after it work too; a record is kept while its tokens are ahead of
-- the clock. PUBLISH comes last and may fail: the waiters ask again anyway.
local function save(anyway)
  for whose, last in pairs(added) do
    add(marks, ' ' .. whose .. ':' .. digits(last.number) .. last.how .. digits(millis))
  end
  for whose, share in pairs(joined) do
    add(holdings, ' ' .. whose .. '@' .. digits(share.ends) .. 'x' .. digits(share.permits) .. '=' .. share.names)
  end
  local ahead = math.ceil((token + reserved - micros) / 1000)
  if owner ~= '' or ahead > 0 or queue.length + marks.length > 0 then
    write(math.max(owner ~= '' and deadline - millis or 0, ahead, 0) + retention, anyway)
  elseif text then
    redis.call('DEL', key)
  end
  for _, notice in ipairs(notices) do
    redis.pcall(unpack(notice))
  end
end

