-- The usual cases of a lock that others hold or wait for, in short: it is not shared, and the waiters are other instances, are
-- notified by a channel, and come in the order of their requests. What is found to be another case has changed nothing, and is
-- left to record.lua and what follows it.

local me, my_number = string.match(id, '^(.*):(%d+)$')
local whose, token, lasts, passes, waiters, marks, names
if text then
  whose, token, lasts, passes, waiters, marks, names =
    string.match(text, '^lock/4%+ (%S*) (%d+) (%-?%d+) (%d+)\n([^\n]*)\n([^\n]*)\n\n(.*)$')
  if not whose then
    whose, token, lasts, passes, names = string.match(text, '^lock/4 (%S*) (%d+) (%-?%d+) (%d+)\n(.*)$')
    waiters, marks = '', ''
  elseif marks ~= '' then
    marks = string.sub(marks, first_mark(marks, 1))
  end
end
if whose and string.find(waiters, ' ' .. me .. ':', 1, true) then
  whose = nil
end
local ends = whose and whose ~= '' and whose ~= 'shared:0' and math.floor(token / 1000) + lasts or 0

local function is_held_by(acquisition)
  return ends > millis and whose == acquisition
end

-- Writes the record; returns whether it could, which at full memory it can't.
local function put(owner, number, deadline, tokens, queue, its_names)
  local more = queue ~= '' or marks ~= ''
  local ahead = math.ceil((number + tokens - micros) / 1000)
  local written = redis.pcall('SET', key, (more and 'lock/4+ ' or 'lock/4 ') .. owner
    .. string.format(' %016.0f %012.0f %.0f\n', number, deadline - math.floor(number / 1000), tokens)
    .. (more and queue .. '\n' .. marks .. '\n\n' or '') .. its_names, 'PX',
    math.max(owner ~= '' and deadline - millis or 0, ahead, 0) + retention)
  return not written.err
end

-- The tokens to reserve for an acquisition that wants the lock alone, and its names; nothing for another, or for one that has
-- finished.
local function wanted_alone()
  local _, last = string.find(marks or '', ' ' .. me .. ':', 1, true)
  if not last or tonumber(string.match(marks, '^%d+', last + 1)) < tonumber(my_number) then
    return string.match(ARGV[4], '^%d+ (%d+)\n(.*)$')
  end
end

-- The place behind all others of an acquisition that wants so many tokens, if it may have one.
local function place(tokens)
  local keep, way = string.match(ARGV[5], '^(%d+)([ns])$')
  if tokens and keep then
    return ' ' .. id .. '@' .. digits(millis + keep) .. way .. tokens
  end
end

local function queued(deadline)
  return 'queued 0 ' .. digits(deadline - millis) .. ' ' .. now .. ' ' .. server_id .. (within_reach(me, string.match(ARGV[5], '%a')) and ' 1' or ' 0')
end

-- Grants the lock to the first waiter when the holder has used so many of its tokens, and adds a place behind the others.
-- Returns until when the grant is valid.
local function grant_first(used, added)
  local next, number, kept, way, tokens, after = string.match(waiters, '^ (%S+):(%d+)@(%d+)([ns])(%d+)%f[ %z]()')
  kept = tonumber(kept or 0)
  if kept <= millis or not within_reach(next, way) then
    return nil
  end
  local fresh = math.max(token + math.min(used, passes) + 1, micros)
  if not put(next .. ':' .. number, fresh, kept, tokens, string.sub(waiters, after) .. added, '\n\n') then
    return nil
  end
  redis.pcall(way == 'n' and 'PUBLISH' or 'SPUBLISH', ARGV[2] .. next,
    table.concat({ number, digits(fresh), digits(kept), now, server_id, '-', key }, ' '))
  return kept
end

