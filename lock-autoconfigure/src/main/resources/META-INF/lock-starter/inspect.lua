-- Looks at the record of a lock and changes nothing.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, of any acquisition
-- returns  {owner or '', since in ms, rest of the lease in ms, token, number of waiters, application, process, thread}

local waiting = 0
for kept in string.gmatch(string.sub(text or '', queue.first, queue.after - 1), '@(%d+)') do
  waiting = waiting + (tonumber(kept) > millis and 1 or 0)
end

local application, process, thread = string.match(names, '^(.*)\n(.*)\n(.*)$')
return {
  held and owner or '', math.floor(token / 1000), math.max(deadline - millis, 0), token, waiting, application, process, thread
}
