-- The time for which a useless record is kept, in ms. This part precedes all others. Before it comes the line
--
--   local server_id = '...'
--
-- with the run id of the server, which the client has asked for, or empty: then scripts ask for it.

local retention = 5000

-- Lua would print a large number with an exponent.
local function digits(number)
  return string.format('%.0f', number)
end

