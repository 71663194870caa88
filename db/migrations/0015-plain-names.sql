alter function tell_of_change() rename to notify_change;
alter trigger npcs_tell_of_change on npcs rename to npcs_notify_change;
alter trigger donations_tell_of_change on donations rename to donations_notify_change;
alter trigger streams_tell_of_change on streams rename to streams_notify_change;

alter function tell_of_events() rename to notify_events;
alter trigger events_tell on events rename to events_notify;

-- An NPC as lists, votes and events send it: the type `Npc` in npcs/contract.ts.
create function to_npc_json(npc npcs) returns json language sql stable as $$
  select json_build_object(
    'id', npc.id::text,
    'name', npc.name,
    'avatar', npc.avatar,
    'x_account', npc.x_account,
    'description', npc.description,
    'likes', npc.likes,
    'dislikes', npc.dislikes,
    'is_live', npc.is_live,
    'is_position_open', npc.is_position_open
  )
$$;

drop function tell_of_npcs(integer);

-- Publishes the list of NPCs if it differs from the last one. All instances together publish at most once per
-- `every_ms`, one at a time, so that an older list never follows a newer one; the result is the time to wait before the
-- next try, in milliseconds. The lock is not that of the events: waiting for a locked NPC delays no other event.
create function publish_npc_list(every_ms integer) returns integer language plpgsql as $$
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
  select coalesce(jsonb_agg(to_npc_json(npcs) order by id), '[]') into list from npcs;
  if published.data is distinct from list then
    perform replace_state('npcs', list);
  end if;
  return 0;
end $$;

-- Since 0012 the count also has a limit per network.
drop function count_online(integer, integer, integer);
