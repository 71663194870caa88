-- How each minute was, as each instance saw it. `visitors` and `votes` are the same at all instances; what only one of
-- them can know (players, bitrates, memory, disk) is its own.
create table history_minutes (
  minute timestamptz not null,
  instance uuid not null,
  visitors integer not null,
  players real not null,
  votes integer not null,
  -- by the id of the NPC: likes, dislikes, and those of its stream here
  by_npc jsonb not null,
  machine jsonb not null,
  primary key (minute, instance)
);
