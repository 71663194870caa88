-- Who sends, as media servers and services tell of it. They may tell again, late, or of one whom they refuse at once
-- because another sends already.
create table stream_senders (
  session text primary key,
  npc_id integer not null references npcs (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz
);

create index stream_senders_by_npc on stream_senders (npc_id);

-- False when the NPC is unknown. What was told before, or is older than what is known, changes nothing.
create function sender_began(of_npc integer, by_session text, told_at timestamptz) returns boolean
language plpgsql as $$
begin
  perform from npcs where id = of_npc for no key update;
  if not found then
    return false;
  end if;
  delete from stream_senders where npc_id = of_npc and ended_at < clock_timestamp() - interval '2 days';
  insert into stream_senders as known (session, npc_id, began_at) values (by_session, of_npc, told_at)
  on conflict (session) do update set npc_id = excluded.npc_id, began_at = excluded.began_at, ended_at = null
  where excluded.began_at > greatest(known.began_at, known.ended_at);
  if found then
    perform tell_of_stream(of_npc, by_session, 'live', 'infinity');
  end if;
  return true;
end $$;

create function sender_ended(by_session text, told_at timestamptz, refused_within_ms integer) returns void
language plpgsql as $$
declare
  gone stream_senders;
  earlier text;
begin
  -- the NPC first, as everywhere
  perform from npcs where id = (select npc_id from stream_senders where session = by_session) for no key update;
  update stream_senders set ended_at = told_at
  where session = by_session and ended_at is null and began_at <= told_at
  returning * into gone;
  if not found then
    return;
  end if;
  perform from streams where npc_id = gone.npc_id and session = by_session and state = 'live';
  if not found then
    return;
  end if;
  if told_at < gone.began_at + refused_within_ms * interval '1 ms' then
    select session into earlier from stream_senders
    where npc_id = gone.npc_id and ended_at is null order by began_at desc limit 1;
  end if;
  if earlier is not null then
    perform tell_of_stream(gone.npc_id, earlier, 'live', 'infinity');
    return;
  end if;
  -- one who was let in shows that nobody else sends, though nobody may have told of it
  update stream_senders set ended_at = told_at where npc_id = gone.npc_id and ended_at is null;
  perform tell_of_stream(gone.npc_id, by_session, 'reconnecting', clock_timestamp());
end $$;
