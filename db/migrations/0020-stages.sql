-- What the desk decides about the stream of an NPC, and how its publisher does. Without a row: never stopped, no delay.
create table stages (
  npc_id integer primary key references npcs (id) on delete cascade,
  stopped_at timestamptz,
  stopped_by text check (stopped_by in ('operator', 'npc')),
  -- for the publisher, in the words of the member who stopped the stream
  stop_note text,
  delay_s integer not null default 0 check (delay_s between 0 and 30),
  -- what the ingest measures while a publisher is connected: the type `StageHealth`
  health jsonb,
  health_at timestamptz,
  -- why the last publisher with a valid key was rejected
  problem text,
  problem_at timestamptz,
  check ((stopped_at is null) = (stopped_by is null))
);

-- For each row: a statement that finds a row to update counts as an insert, too.
create trigger stages_notify_change
after insert or update of stopped_at, delay_s on stages
for each row execute function notify_change();

-- Null: the state has not changed since before this migration.
alter table streams add column since timestamptz;

-- As in 0014, and a stream that the desk stopped stays offline whatever is reported.
create or replace function report_stream_state(of_npc integer, of_session text, new_state text, seen timestamptz) returns boolean
language plpgsql as $$
declare
  known streams;
begin
  -- Votes lock the NPC first, too.
  perform from npcs where id = of_npc for no key update;
  if not found then
    return false;
  end if;
  if new_state <> 'offline' and exists (select from stages where npc_id = of_npc and stopped_at is not null) then
    return false;
  end if;
  select * into known from streams where npc_id = of_npc for update;
  if new_state <> 'live' and known.session is distinct from of_session then
    return false;
  end if;
  if known.state is not distinct from new_state then
    update streams set session = of_session, seen_at = seen where npc_id = of_npc;
    return true;
  end if;
  insert into streams (npc_id, state, session, seen_at, since)
  values (of_npc, new_state, of_session, seen, clock_timestamp())
  on conflict (npc_id) do update set
    state = excluded.state, session = excluded.session, seen_at = excluded.seen_at, since = excluded.since;
  update npcs set is_live = new_state <> 'offline' where id = of_npc and is_live is distinct from (new_state <> 'offline');
  perform append_event('stream', jsonb_build_object('npc_id', of_npc::text, 'state', new_state));
  return true;
end $$;
