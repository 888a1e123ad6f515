-- The holder leaves the lock to the first waiter, or free with the marks that are kept.

if server_id ~= '' and ARGV[4] == '1' and not ARGV[5] and is_held_by(id) then
  local granted = grant_first(ARGV[3], '')
  if granted then
    return 'released 0 ' .. digits(granted - millis) .. ' ' .. now
  elseif waiters == '' and marks ~= '' and put('', token + math.min(ARGV[3], passes), ends, 0, '', names) then
    return 'released 0 0 ' .. now
  end
end

