merge into stock (item_id, name, initial_quantity, quantity) values
  ('espresso', 'Espresso machine', 120, 120),
  ('grinder', 'Coffee grinder', 120, 120),
  ('kettle', 'Gooseneck kettle', 120, 120),
  ('scale', 'Pocket scale', 120, 120);

merge into accounts (owner, initial_balance, balance) values
  ('ada', 1000, 1000),
  ('ben', 1000, 1000),
  ('cleo', 1000, 1000),
  ('dora', 1000, 1000),
  ('emil', 1000, 1000),
  ('finn', 1000, 1000);
