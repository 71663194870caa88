-- The rows stay as they are. Old publishers are deleted by the hourly retention alone, no longer by the next start.
alter table stream_senders rename to stream_publishers;
alter table stream_publishers rename column began_at to started_at;
alter table stream_publishers rename constraint stream_senders_pkey to stream_publishers_pkey;
alter table stream_publishers rename constraint stream_senders_npc_id_fkey to stream_publishers_npc_id_fkey;
alter index stream_senders_by_npc rename to stream_publishers_by_npc;

drop function age_streams(integer, integer);
drop function sender_began(integer, text, timestamptz);
drop function sender_ended(text, timestamptz, integer);
drop function tell_of_stream(integer, text, text, timestamptz);

-- The newest session to go live owns the stream. False for any other session: it cannot end what it does not own.
-- `seen` is when the session was last known to publish; infinity when its media server will also report the end.
create function report_stream_state(of_npc integer, of_session text, new_state text, seen timestamptz) returns boolean
language plpgsql as $$
declare
  known streams;
begin
  -- Votes lock the NPC first, too.
  perform from npcs where id = of_npc for no key update;
  if not found then
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
  insert into streams values (of_npc, new_state, of_session, seen)
  on conflict (npc_id) do update set state = excluded.state, session = excluded.session, seen_at = excluded.seen_at;
  update npcs set is_live = new_state <> 'offline' where id = of_npc and is_live is distinct from (new_state <> 'offline');
  perform append_event('stream', jsonb_build_object('npc_id', of_npc::text, 'state', new_state));
  return true;
end $$;

-- Ends streams whose end nobody will report: live → reconnecting → offline, as in state/stream-state.ts.
create function expire_streams(silent_ms integer, grace_ms integer) returns void language plpgsql as $$
declare
  expired record;
begin
  for expired in
    select npc_id, session, case state when 'live' then 'reconnecting' else 'offline' end as next_state from streams
    where state = 'live' and seen_at < clock_timestamp() - silent_ms * interval '1 ms'
      or state = 'reconnecting' and seen_at < clock_timestamp() - grace_ms * interval '1 ms'
    order by npc_id
  loop
    perform report_stream_state(expired.npc_id, expired.session, expired.next_state, clock_timestamp());
  end loop;
end $$;

-- False for an unknown NPC. A repeated call, or one older than what is known, changes nothing.
create function publisher_started(of_npc integer, of_session text, event_at timestamptz) returns boolean
language plpgsql as $$
begin
  perform from npcs where id = of_npc for no key update;
  if not found then
    return false;
  end if;
  insert into stream_publishers as known (session, npc_id, started_at) values (of_session, of_npc, event_at)
  on conflict (session) do update set npc_id = excluded.npc_id, started_at = excluded.started_at, ended_at = null
  where excluded.started_at > greatest(known.started_at, known.ended_at);
  if found then
    perform report_stream_state(of_npc, of_session, 'live', 'infinity');
  end if;
  return true;
end $$;

-- A media server may report a second publisher and reject it at once. One that ends within `rejected_within_ms` hands
-- the stream back to the publisher before it.
create function publisher_ended(of_session text, event_at timestamptz, rejected_within_ms integer) returns void
language plpgsql as $$
declare
  ended stream_publishers;
  earlier_session text;
begin
  -- The NPC first, as everywhere.
  perform from npcs where id = (select npc_id from stream_publishers where session = of_session) for no key update;
  update stream_publishers set ended_at = event_at
  where session = of_session and ended_at is null and started_at <= event_at
  returning * into ended;
  if not found then
    return;
  end if;
  perform from streams where npc_id = ended.npc_id and session = of_session and state = 'live';
  if not found then
    return;
  end if;
  if event_at < ended.started_at + rejected_within_ms * interval '1 ms' then
    select session into earlier_session from stream_publishers
    where npc_id = ended.npc_id and ended_at is null order by started_at desc limit 1;
  end if;
  if earlier_session is not null then
    perform report_stream_state(ended.npc_id, earlier_session, 'live', 'infinity');
    return;
  end if;
  -- A publisher that the media server accepted was alone: any other that is still open here ended without a report.
  update stream_publishers set ended_at = event_at where npc_id = ended.npc_id and ended_at is null;
  perform report_stream_state(ended.npc_id, of_session, 'reconnecting', clock_timestamp());
end $$;
