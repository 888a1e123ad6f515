-- The usual cases of a lock that others hold or wait for, in short: it is not shared, and the waiters are other instances, are
-- notified by a channel, and have waited longer than the one that asks. What is found to be another case has changed nothing,
-- and is left to record.lua and what follows it.

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
  local ahead = math.floor((number + tokens - micros) / 1000) + 1
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

-- Since when the caller of the one that asks has waited, if callers are served in that order.
local waited = string.match(ARGV[5] or '', '%^(%d+)$')
local since = waited and micros - waited

-- Whether the acquisition that asks comes before all others.
local function comes_first()
  local its = string.match(waiters, '^ [^%s^]+%^(%d+)')
  return waiters == '' or since and its and tonumber(its) > since
end

-- The place behind all others of an acquisition that wants so many tokens, if it may have one.
local function place(tokens)
  local keep, way, secret = string.match(ARGV[5], '^!?(%d+)([ns])(~?%x*)')
  if not tokens or not keep then
    return nil
  end
  for its in string.gmatch(since and waiters or '', '%^(%d+)') do
    if tonumber(its) > since then
      return nil
    end
  end
  return ' ' .. id .. '@' .. digits(millis + keep) .. way .. tokens .. secret .. (since and '^' .. digits(since) or '')
end

local function queued(deadline)
  return 'queued 0 ' .. digits(deadline - millis) .. ' ' .. now .. ' ' .. server_id .. (within_reach(me, string.match(ARGV[5], '%a')) and ' 1' or ' 0')
end

-- The first of the waiters, if it can be granted the lock: instance, sequence, until when its place is kept, way, tokens, secret,
-- since when it has waited or an empty text, and where the next one is.
local function first_of(places)
  local next, number, kept, way, tokens, secret, its, after =
    string.match(places, '^ (%S+):(%d+)@(%d+)([ns])(%d+)(~?%x*)%^?(%d*)%f[ %z]()')
  kept = tonumber(kept or 0)
  if kept > millis and within_reach(next, way) then
    return next, number, kept, way, tokens, secret, its, after
  end
end

-- How long the first of the waiters has waited, see head.lua; nothing if it can't be granted the lock.
local function first_waited(places)
  if places == '' then
    return '0'
  end
  local next, _, _, _, _, _, its = first_of(places)
  return next and (its ~= '' and digits(math.max(micros - its, 0)) or '-')
end

-- Grants the lock to the first waiter when the holder has used so many of its tokens, and adds a place behind the others.
-- Returns until when the grant is valid.
local function grant_first(used, added)
  local next, number, kept, way, tokens, secret, its, after = first_of(waiters)
  if not next then
    return nil
  end
  local others = string.sub(waiters, after)
  local others_waited = its == '' and '-' or first_waited(others .. (since and added or ''))
  local fresh = math.max(token + math.min(used, passes) + 1, micros)
  local ends = millis + claim_window(kept)
  if not others_waited or not put(next .. ':' .. number, fresh, ends, tokens, others .. added, '\n\n') then
    return nil
  end
  redis.pcall(way == 'n' and 'PUBLISH' or 'SPUBLISH', ARGV[2] .. next,
    notice(secret, number, digits(fresh), digits(kept), server_id, others_waited))
  return ends
end

-- The one that asks takes the lock, or keeps it; returns the answer. One that told how long its caller has waited is told how
-- long the first waiter has.
local function take(number, deadline, tokens, its_names)
  local others_waited = since and first_waited(waiters)
  if (others_waited or not since) and put(id, number, deadline, tokens, waiters, its_names) then
    return 'granted ' .. digits(number) .. ' ' .. digits(deadline - millis) .. ' ' .. now
      .. (since and ' ' .. others_waited or '')
  end
end

