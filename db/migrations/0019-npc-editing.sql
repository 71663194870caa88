-- What operators change from the desk. Without it, everything is as before: by id, in English, without a mission.
alter table npcs
  -- Null: after those that an operator has put in order, by id.
  add column position integer,
  -- By language, without English, which is the column `description`.
  add column descriptions jsonb check (jsonb_typeof(descriptions) = 'object' and descriptions <> '{}');

-- `descriptions` is a field only if there are any.
create or replace function to_npc_json(npc npcs) returns json language sql stable as $$
  select case when npc.descriptions is null then json_build_object(
    'id', npc.id::text,
    'name', npc.name,
    'avatar', npc.avatar,
    'x_account', npc.x_account,
    'description', npc.description,
    'likes', npc.likes,
    'dislikes', npc.dislikes,
    'is_live', npc.is_live,
    'is_position_open', npc.is_position_open
  ) else json_build_object(
    'id', npc.id::text,
    'name', npc.name,
    'avatar', npc.avatar,
    'x_account', npc.x_account,
    'description', npc.description,
    'descriptions', npc.descriptions,
    'likes', npc.likes,
    'dislikes', npc.dislikes,
    'is_live', npc.is_live,
    'is_position_open', npc.is_position_open
  ) end
$$;

-- As in 0015, in the operators' order.
create or replace function publish_npc_list(every_ms integer) returns integer language plpgsql as $$
declare
  published events;
  wait_ms integer;
  list jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtext('npcs')) then
    return every_ms;
  end if;
  select * into published from events where is_state and name = 'npcs';
  wait_ms := ceil(every_ms - extract(epoch from clock_timestamp() - published.created_at) * 1000);
  -- After the clock was set back the difference is large, and no reason to wait.
  if wait_ms between 1 and every_ms then
    return wait_ms;
  end if;
  select coalesce(jsonb_agg(to_npc_json(npcs) order by npcs.position, npcs.id), '[]') into list from npcs;
  if published.data is distinct from list then
    perform replace_state('npcs', list);
  end if;
  return 0;
end $$;

-- The picture that `npcs.avatar` names as /avatars/<hash>.webp. One per NPC: a new one replaces the old one.
create table npc_avatars (
  npc_id integer primary key references npcs (id) on delete cascade,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  image bytea not null check (length(image) <= 262144)
);

create index npc_avatars_by_hash on npc_avatars (hash);

-- An NPC's mission, by language. Whoever changes mission or steps locks this row first.
create table npc_missions (
  npc_id integer primary key references npcs (id) on delete cascade,
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object')
);

create table npc_steps (
  id integer generated always as identity primary key,
  npc_id integer not null references npcs (id) on delete cascade,
  position integer not null,
  text text not null check (length(text) between 1 and 200),
  is_done boolean not null default false
);

create index npc_steps_by_npc on npc_steps (npc_id, position, id);

create trigger npc_missions_notify_change
after insert or update or delete or truncate on npc_missions
for each statement execute function notify_change();

create trigger npc_steps_notify_change
after insert or update or delete or truncate on npc_steps
for each statement execute function notify_change();
