-- Reads the record of a lock and changes nothing.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, of any acquisition
-- returns  {owner or '', since in ms, rest of the lease in ms, token, number of waiters, application, process, thread};
--          and for each acquisition that shares the lock, its id, rest of the lease in ms, permits and names, see head.lua

local waiting = 0
for kept in string.gmatch(string.sub(text or '', queue.first, queue.after - 1), '@(%d+)') do
  waiting = waiting + (tonumber(kept) > millis and 1 or 0)
end

local application, process, thread = string.match(names, '^(.*)\n(.*)\n(.*)$')
local found = {
  held and owner or '', math.floor(token / 1000), math.max(deadline - millis, 0), token, waiting, application, process, thread
}

local share = holding_at(holdings.first)
while share do
  if share.ends > millis then
    local named = string.match(text, '=(%S*)', share.first)
    for _, value in ipairs({ share.instance .. ':' .. digits(share.sequence), share.ends - millis, share.permits, named }) do
      found[#found + 1] = value
    end
  end
  share = holding_at(share.after)
end

return found
