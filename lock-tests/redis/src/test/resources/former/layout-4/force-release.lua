-- Takes the lock from whoever holds it, or from all that share it, as if the leases were over, and tells their instances.
-- Ends only the hold that the caller has seen: repeated or late, it must not end the next.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, of the acquisition that is to end, or shared:0; 3 its token
-- returns  1 if it was ended, 0 if that acquisition did not hold the lock

if owner == shared then
  sweep()
end

if not held or owner ~= id or token ~= tonumber(ARGV[3]) then
  return '0'
end

local closed = lose()
pass_on()
save()

-- Nothing on record says how a holder listens. A sharded channel that nobody hears is tried as an ordinary one.
for _, hold in ipairs(closed) do
  if hold.sequence > 0 then
    local channel, message = ARGV[2] .. hold.instance, 'revoked ' .. digits(hold.sequence) .. ' ' .. key
    local heard = redis.pcall('SPUBLISH', channel, message)
    if type(heard) ~= 'number' or heard == 0 then
      redis.pcall('PUBLISH', channel, message)
    end
  end
end

return '1'
