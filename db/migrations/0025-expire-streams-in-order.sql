-- Those of which nobody has heard for too long, and what becomes of them.
create function silent_streams(silent_ms integer, grace_ms integer)
returns table (npc_id integer, session text, next_state text) language sql as $$
  select npc_id, session, case state when 'live' then 'reconnecting' else 'offline' end from streams
  where state = 'live' and seen_at < clock_timestamp() - silent_ms * interval '1 ms'
    or state = 'reconnecting' and seen_at < clock_timestamp() - grace_ms * interval '1 ms'
$$;

-- The rows of all NPCs before the first event: whoever reports the state of one stream locks its NPC, then the events.
create or replace function expire_streams(silent_ms integer, grace_ms integer) returns void language plpgsql as $$
declare
  locked integer[];
  expired record;
begin
  locked := array(
    select id from npcs where id in (select npc_id from silent_streams(silent_ms, grace_ms))
    order by id for no key update
  );
  -- Meanwhile some of them may have been heard of.
  for expired in select * from silent_streams(silent_ms, grace_ms) where npc_id = any(locked) order by npc_id
  loop
    perform report_stream_state(expired.npc_id, expired.session, expired.next_state, clock_timestamp());
  end loop;
end $$;
