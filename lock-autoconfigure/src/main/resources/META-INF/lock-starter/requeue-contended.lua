-- The holder leaves the lock to the first waiter, and waits behind all others.

if server_id ~= '' and ARGV[9] == '1' and not ARGV[10] and is_held_by(me .. ':' .. ARGV[7]) then
  local mine = place((wanted_alone()))
  if mine and grant_first(ARGV[8], mine) then
    return 'released 0 ' .. window .. ' ' .. now .. ', ' .. queued(millis + window)
  end
end

