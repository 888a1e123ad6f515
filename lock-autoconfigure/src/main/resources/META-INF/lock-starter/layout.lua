-- The version of the records, how long one is kept when it is of no more use, and how long a grant waits for its claim,
-- in ms. This part stands before all others.

local layout, retention, window = '3', '5000', 500

