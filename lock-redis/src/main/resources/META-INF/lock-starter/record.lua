-- The record and the operations on it, for all cases but the usual ones.

local owner, deadline, token, reserved, names = '', millis, 0, 0, '\n\n'
local shared = 'shared:0'

-- The queue, the marks and the holdings may be long, and are never split: their elements are found by their positions in
-- the text, and changes are joined when the record is written.
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
sequence = tonumber(sequence)

local function replace(section, first, after, by)
  section[#section + 1] = { first = first, after = after, by = by }
  section.length = section.length - (after - first) + #by
end

local function add(section, by)
  replace(section, section.after, section.after, by)
end

-- The begin and the end of an element that begins with an instance or an acquisition.
local function find(section, whose, after)
  if section.after > section.first then
    local first, last = string.find(text, ' ' .. whose, after or section.first, true)
    if first and first < section.after then
      return first, last
    end
  end
end

-- The place at that position, or nil at the end of the queue.
local function place_at(first)
  local whose, number, kept, way, tokens, share, more, after =
    string.match(text or '', '^ (%S+):(%d+)@(%d+)(%a)(%d+)([^%s^~]*)(%S*)()', first)
  return whose and {
    first = first, after = after, instance = whose, sequence = tonumber(number), kept = tonumber(kept), way = way,
    tokens = tonumber(tokens), share = share, more = more,
    since = more ~= '' and tonumber(string.match(more, '%^(%d+)')) or nil
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

-- Any script gives up a place whose acquisition did not ask again in time.
local my_first = find(queue, instance .. ':')
mine = my_first and place_at(my_first)
if mine and mine.kept <= millis then
  give_up(mine)
end

-- The position for the place of this instance: that of its place, or the end; or the nearest one that the order of the
-- reported waiting times allows.
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

-- In place of its former one, if there is one. For a share, the secret is where former versions do not look for a share.
local function take_place(at, kept, way, tokens, share, since, secret)
  local age = since and '^' .. digits(since) or ''
  local last = share == '' and secret .. age or secret ~= '' and age == '' and '^' .. secret or age .. secret
  local place = ' ' .. id .. '@' .. digits(kept) .. way .. tokens .. last
  replace(queue, at, mine and mine.first == at and mine.after or at, place)
end

local function server()
  if server_id ~= '' then
    return server_id
  end
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%w+)') or '-'
end

-- The rest of a certain lease, or of the holder's. The last word, if there is one, belongs to a state.
local function answer(state, ends, last)
  local rest = owner ~= '' and math.max((ends or deadline) - millis, 0) or 0
  local line = table.concat({ state, state == 'granted' and digits(token) or '0', digits(rest), now }, ' ')
  return line .. (state == 'queued' and ' ' .. server() or '') .. (last and ' ' .. last or '')
end

local first_kept = first_mark(text or '', marks.first)
marks.first, marks.length = first_kept, marks.length - (first_kept - marks.first)

-- The last finished acquisition of an instance, and its outcome.
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

-- The outcome of an acquisition of this instance, or nil if it has not finished.
local function finished(number)
  local last, how = last_finished(instance)
  if last and number < last then
    return 'unknown'
  end
  return last == number and states[how] or nil
end

-- If it had finished before, or a later one has, that is remembered for longer: a request of it may have been sent until now.
local function finish(whose, number, how)
  local last, known, first, after = last_finished(whose)
  if last and last >= number then
    number, how = last, known
  end
  if first then
    replace(marks, first, after, '')
  end
  added[whose] = { number = number, how = how }
end

-- The holding at that position, or nil after the last.
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

-- The holding of an acquisition, or nil.
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

-- The reserved tokens that were used count; the others may be granted again.
local function use(passes)
  token, reserved = token + math.min(passes, reserved), 0
end

local function free()
  owner, held = '', false
end

-- For sharing a lock that is free or already shared.
local function join(whose, ends, permits, new_names)
  if owner ~= shared then
    own(shared, 0, 0, '\n\n')
  end
  local its_instance, number = string.match(whose, '^(.*):(%d+)$')
  joined[whose] = { instance = its_instance, sequence = tonumber(number), ends = ends, permits = permits, names = new_names }
  in_use, deadline = in_use + permits, math.max(deadline, ends)
end

-- Closes its acquisition as lost. If there is none, as the lock was released and only kept, nothing is lost.
local function lose_share(share)
  leave(share)
  if share.sequence > 0 then
    finish(share.instance, share.sequence, 'l')
  end
end

-- Checks all holdings, and closes those that are over, or all; returns the closed ones.
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

-- Closes the owner's acquisition as lost, which may have used all of its tokens; or those of all that share the lock. Returns
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

-- A lease that has ended is closed before any other operation on the lock.
local function expire()
  if owner ~= '' and not held then
    lose()
  end
end

-- An acquisition that the same instance began earlier, and that has the lock alone, is released: it may have used all of its
-- tokens. One that is only kept stays.
local function end_older()
  local whose, number = string.match(owner, '^(.*):(%d+)$')
  number = tonumber(number or 0)
  if whose == instance and number > 0 and number < sequence then
    use(reserved)
    finish(whose, number, 'r')
    free()
  end
end

-- The permits that an acquisition wants, and the capacity; nothing if it wants the lock for itself.
local function wanted(share)
  local permits, capacity = string.match(share, '^/(%d+)of(%d+)$')
  return tonumber(permits), tonumber(capacity)
end

-- Whether the next acquisition can have what it wants, once the others' leases that are over are closed.
local function fits(permits, capacity)
  if owner == shared and (not permits or in_use + permits > capacity) then
    sweep()
  end
  return owner == '' or owner == shared and permits and in_use + permits <= capacity
end

-- The place that the requesting acquisition is about to take, if it has to wait.
local coming = nil

-- How long the next waiter within reach has waited.
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

-- The waiter claims it by asking once more.
local function grant(waiter, permits)
  local whose, window = waiter.instance .. ':' .. digits(waiter.sequence), claim_window(waiter.kept)
  if permits then
    join(whose, millis + window, permits, '')
  else
    own(whose, window, waiter.tokens, '\n\n')
  end
  if waiter.way ~= 'd' then
    local message = notice(string.match(waiter.more, '~%x*') or '', digits(waiter.sequence), digits(token), digits(waiter.kept),
      server(), waiter.since and others_waited() or '-')
    notices[#notices + 1] = { waiter.way == 's' and 'SPUBLISH' or 'PUBLISH', ARGV[2] .. waiter.instance, message }
  end
end

-- The lock goes to the first waiter within reach, up to a certain place or of all, or to all that are next and may share it;
-- the others keep their places. Returns whether no waiter behind them can be next.
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

-- The owner, or one of those that share the lock, has left.
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

-- Writes the changes: nothing, a place in the queue, or all.
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

-- PEXPIRE works at full memory, and lets later writes work as well; a record is kept while its tokens are not
-- behind the clock, which may stand still during a script. PUBLISH comes last and may fail: the waiters ask again anyway.
local function save(anyway)
  for whose, last in pairs(added) do
    add(marks, ' ' .. whose .. ':' .. digits(last.number) .. last.how .. digits(millis))
  end
  for whose, share in pairs(joined) do
    add(holdings, ' ' .. whose .. '@' .. digits(share.ends) .. 'x' .. digits(share.permits) .. '=' .. share.names)
  end
  local ahead = math.floor((token + reserved - micros) / 1000) + 1
  if owner ~= '' or ahead > 0 or queue.length + marks.length > 0 then
    write(math.max(owner ~= '' and deadline - millis or 0, ahead, 0) + retention, anyway)
  elseif text then
    redis.call('DEL', key)
  end
  for _, notice in ipairs(notices) do
    redis.pcall(unpack(notice))
  end
end

