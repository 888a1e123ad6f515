merge into stock (item_id, name, initial_quantity, quantity) values
  ('espresso', 'Espresso machine', 120, 120),
  ('grinder', 'Coffee grinder', 120, 120),
  ('kettle', 'Gooseneck kettle', 120, 120),
  ('scale', 'Pocket scale', 120, 120);
