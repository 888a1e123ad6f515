-- Looks at the record of a lock and changes nothing.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 to 4 see head.lua, of any acquisition
-- returns  {owner or '', since in ms, rest of the lease in ms, token, number of waiters, application, process, thread}

local waiting = 0
for kept in string.gmatch(queue, '@(%d+)') do
  waiting = waiting + (tonumber(kept) > millis and 1 or 0)
end

local names = redis.call('HMGET', key, 'since', 'application', 'process', 'thread')
return {
  held and owner or '', tonumber(names[1] or 0), math.max(deadline - millis, 0), token, waiting,
  names[2] or '', names[3] or '', names[4] or ''
}
