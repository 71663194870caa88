-- Of a key only its hash. A person's key stays until it is replaced; a script makes one for itself each time.
create table stream_keys (
  key_hash bytea primary key,
  npc_id integer not null references npcs (id) on delete cascade,
  holder text not null check (holder in ('npc', 'script')),
  created_at timestamptz not null default now()
);

create unique index stream_keys_one_for_an_npc on stream_keys (npc_id) where holder = 'npc';
create index stream_keys_by_npc on stream_keys (npc_id);

-- An NPC who never streamed has no line here, and is live or not as the operator says.
create table streams (
  npc_id integer primary key references npcs (id) on delete cascade,
  state text not null check (state in ('live', 'reconnecting', 'offline')),
  -- who sends, as the one who tells of it calls him
  session text not null,
  -- when it was last told that he sends; infinity: who told it will also tell when it ends
  seen_at timestamptz not null
);

create trigger streams_tell_of_change
after insert or update of state on streams
for each statement execute function tell_of_change();

-- The newest who sends holds the stream; the word of others that theirs has ended is not heard. False for those.
create function tell_of_stream(of_npc integer, by_session text, new_state text, seen timestamptz) returns boolean
language plpgsql as $$
declare
  held streams;
begin
  -- the NPC first, as votes do
  perform from npcs where id = of_npc for no key update;
  if not found then
    return false;
  end if;
  select * into held from streams where npc_id = of_npc for update;
  if new_state <> 'live' and held.session is distinct from by_session then
    return false;
  end if;
  if held.state is not distinct from new_state then
    update streams set session = by_session, seen_at = seen where npc_id = of_npc;
    return true;
  end if;
  insert into streams values (of_npc, new_state, by_session, seen)
  on conflict (npc_id) do update set state = excluded.state, session = excluded.session, seen_at = excluded.seen_at;
  update npcs set is_live = new_state <> 'offline' where id = of_npc and is_live is distinct from (new_state <> 'offline');
  perform append_event('stream', jsonb_build_object('npc_id', of_npc::text, 'state', new_state));
  return true;
end $$;

-- What time does: who is not heard of may come back for a while, and is gone then.
create function age_streams(silent_ms integer, grace_ms integer) returns void language plpgsql as $$
declare
  aged record;
begin
  for aged in
    select npc_id, session, case state when 'live' then 'reconnecting' else 'offline' end as next_state from streams
    where state = 'live' and seen_at < clock_timestamp() - silent_ms * interval '1 ms'
      or state = 'reconnecting' and seen_at < clock_timestamp() - grace_ms * interval '1 ms'
    order by npc_id
  loop
    perform tell_of_stream(aged.npc_id, aged.session, aged.next_state, clock_timestamp());
  end loop;
end $$;
