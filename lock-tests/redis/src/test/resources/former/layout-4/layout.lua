-- How long a record is kept when it is of no more use, and how long a grant waits for its claim, in ms. This part stands before all others, and before it the line
--
--   local server_id = '...'
--
-- with the run id of the server, which the client has asked for, or with nothing in it: then scripts ask.

local retention, window = 5000, 500

-- Lua would print a large number with an exponent.
local function digits(number)
  return string.format('%.0f', number)
end

