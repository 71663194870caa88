-- Of the network a keyed hash as well; '' where an instance of an older release has seen the session.
alter table sessions add column network text not null default '';

-- As before, and no network counts as more than its number of visitors.
create function count_online(window_ms integer, max_per_address integer, max_per_network integer, every_ms integer)
returns integer language plpgsql as $$
declare
  last online_count;
  begun timestamptz := clock_timestamp();
  counted integer;
begin
  if pg_try_advisory_xact_lock(hashtext('online')) then
    select * into last from online_count;
    if last is null or begun - last.counted_at >= greatest(every_ms * interval '1 ms', 10 * last.took) then
      -- a session that another instance is just refreshing is not in the way, and not gone
      delete from sessions where id in (
        select id from sessions where seen_at < clock_timestamp() - window_ms * interval '1 ms'
        for update skip locked
      );
      select coalesce(sum(least(seen, case when network <> '' then max_per_network end)), 0) into counted
      from (
        select network, sum(least(seen, max_per_address)) as seen
        from (select network, address, count(*) as seen from sessions group by network, address) addresses
        group by network
      ) networks;
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
