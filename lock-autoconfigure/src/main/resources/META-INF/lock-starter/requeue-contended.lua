-- The holder leaves the lock to the first waiter, and waits behind all others.

if server_id ~= '' and ARGV[8] == '1' and is_held_by(me .. ':' .. ARGV[6]) then
  local mine = place((wanted_alone()))
  if mine and grant_first(ARGV[7], mine) then
    return 'released 0 ' .. window .. ' ' .. now .. ', ' .. queued(millis + window)
  end
end

