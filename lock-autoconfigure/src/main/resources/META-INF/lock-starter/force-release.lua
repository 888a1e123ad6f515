-- Takes the lock from whoever holds it, as if the lease were over, and tells that instance. Ends only the hold that the
-- caller has seen: repeated or late, it must not end the next.
--
-- KEYS[1]  the record, see head.lua
-- ARGV     1 and 2 see head.lua, of the acquisition that is to end; 3 its token
-- returns  1 if it was ended, 0 if that acquisition did not hold the lock

if not held or owner ~= id or token ~= tonumber(ARGV[3]) then
  return '0'
end

lose()
pass_on()
save()

-- Nothing on record says how a holder listens. A sharded channel that nobody hears is tried as an ordinary one.
if sequence > 0 then
  local channel, message = ARGV[2] .. instance, 'revoked ' .. digits(sequence) .. ' ' .. key
  local heard = redis.pcall('SPUBLISH', channel, message)
  if type(heard) ~= 'number' or heard == 0 then
    redis.pcall('PUBLISH', channel, message)
  end
end

return '1'
