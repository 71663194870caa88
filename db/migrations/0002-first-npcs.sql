-- A migration runs once, so what an operator edits or deletes later stays as he left it.
insert into npcs (name, x_account, description, is_live, is_position_open) values
  (
    'NPC One',
    'npcstream',
    'Lives in Tallinn, streams around the clock and takes on a new quest each time the cap hits a milestone.',
    true,
    false
  ),
  (
    'NPC Two',
    null,
    'This seat is empty. Bring a phone, a dream and a little courage, and the story writes itself.',
    false,
    true
  ),
  (
    'NPC Three',
    null,
    'Another seat waiting for its main character. We bring the gear, the community and the cheering.',
    false,
    true
  );
