-- The holder leaves the lock to the first waiter, or free with the marks that are kept.

if server_id ~= '' and ARGV[4] == '1' and not ARGV[5] and is_held_by(id) then
  if grant_first(ARGV[3], '') then
    return 'released 0 ' .. window .. ' ' .. now
  elseif waiters == '' and marks ~= '' and put('', token + math.min(ARGV[3], passes), ends, 0, '', names) then
    return 'released 0 0 ' .. now
  end
end

