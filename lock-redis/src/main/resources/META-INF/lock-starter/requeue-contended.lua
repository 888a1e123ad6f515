-- The holder leaves the lock, and takes it again if it comes first; or leaves it to the first waiter, and waits behind all others.

if server_id ~= '' and ARGV[8] == '1' and is_held_by(me .. ':' .. ARGV[6]) then
  local tokens, names_now = wanted_alone()
  if tokens and comes_first() then
    local fresh = math.max(token + math.min(ARGV[7], passes) + 1, micros)
    local granted = take(fresh, millis + string.sub(ARGV[4], 1, 12), tokens, names_now)
    if granted then
      return 'released 0 0 ' .. now .. ', ' .. granted
    end
  else
    local mine = place(tokens)
    local granted = mine and grant_first(ARGV[7], mine)
    if granted then
      return 'released 0 ' .. (since and '0' or digits(granted - millis)) .. ' ' .. now .. ', ' .. queued(granted)
    end
  end
end

