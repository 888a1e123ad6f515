-- The holder leaves the lock to the first waiter, and waits behind all others.

if server_id ~= '' and ARGV[8] == '1' and is_held_by(me .. ':' .. ARGV[6]) then
  local mine = place((wanted_alone()))
  local granted = mine and grant_first(ARGV[7], mine)
  if granted then
    return 'released 0 ' .. digits(granted - millis) .. ' ' .. now .. ', ' .. queued(granted)
  end
end

