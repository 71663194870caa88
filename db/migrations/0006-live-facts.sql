-- "changes" tells that pages are out of date, "events" that something was added to the events.
create trigger donations_tell_of_change
after insert or update or delete or truncate on donations
for each statement execute function tell_of_change();

create function tell_of_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('events', '');
  return null;
end $$;

drop trigger events_tell_of_change on events;
create trigger events_tell
after insert on events
for each statement execute function tell_of_events();

alter table events alter column created_at set default clock_timestamp();

-- A state says all that was said of it before: of each only the newest is kept.
alter table events add column is_state boolean not null default false;
create unique index events_states on events (name) where is_state;

create function replace_state(state_name text, state jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('events'));
  delete from events where is_state and name = state_name;
  insert into events (name, data, is_state) values (state_name, state, true);
end $$;

-- Tells the list of NPCs when it is another than the one told last. What comes back is how long to wait before asking
-- again, in milliseconds: all instances together tell it once in `every_ms` at most, one at a time, so that an older
-- list never follows a newer one. Who waits for the NPCs themselves keeps no other event waiting.
create function tell_of_npcs(every_ms integer) returns integer language plpgsql as $$
declare
  told events;
  wait_ms integer;
  state jsonb;
begin
  if not pg_try_advisory_xact_lock(hashtext('npcs')) then
    return every_ms;
  end if;
  select * into told from events where is_state and name = 'npcs';
  wait_ms := ceil(every_ms - extract(epoch from clock_timestamp() - told.created_at) * 1000);
  -- a clock that was set back is no reason to wait long
  if wait_ms between 1 and every_ms then
    return wait_ms;
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id::text, 'name', name, 'avatar', avatar, 'x_account', x_account, 'description', description,
    'likes', likes, 'dislikes', dislikes, 'is_live', is_live, 'is_position_open', is_position_open
  ) order by id), '[]') into state from npcs;
  if told.data is distinct from state then
    perform replace_state('npcs', state);
  end if;
  return 0;
end $$;

-- Who is online, as all instances together have seen them; of the address a keyed hash. Nothing is lost with the
-- table: everybody is seen again soon.
create unlogged table sessions (
  id text primary key,
  address text not null,
  seen_at timestamptz not null
) with (fillfactor = 60);

create unlogged table online_count (
  online integer not null,
  counted_at timestamptz not null,
  took interval not null
);

-- Counts at most once in `every_ms`, by one instance for all, and tells when the number is another one. When there are so
-- many that counting takes long, it is done less often: it never takes more than a tenth of the time.
create function count_online(window_ms integer, most_an_address integer, every_ms integer)
returns integer language plpgsql as $$
declare
  last online_count;
  begun timestamptz := clock_timestamp();
  counted integer;
begin
  if pg_try_advisory_xact_lock(hashtext('online')) then
    select * into last from online_count;
    if last is null or begun - last.counted_at >= greatest(every_ms * interval '1 ms', 10 * last.took) then
      -- whom another instance is just seeing is not in the way, and not gone
      delete from sessions where id in (
        select id from sessions where seen_at < clock_timestamp() - window_ms * interval '1 ms'
        for update skip locked
      );
      select coalesce(sum(least(seen, most_an_address)), 0) into counted
      from (select count(*) as seen from sessions group by address) addresses;
      delete from online_count;
      insert into online_count values (counted, clock_timestamp(), clock_timestamp() - begun);
      if (select data ->> 'online' from events where is_state and name = 'online') is distinct from counted::text then
        perform replace_state('online', jsonb_build_object('online', counted));
      end if;
      return counted;
    end if;
  end if;
  return coalesce((select online from online_count), 0);
end $$;

-- How often somebody did something within a minute, as far as instances have to know of each other.
create unlogged table rate_counts (
  minute integer not null,
  who text not null,
  times integer not null,
  primary key (minute, who)
);
