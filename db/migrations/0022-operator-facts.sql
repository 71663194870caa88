-- The milestones that an operator has marked as reached, by their keys in milestones.ts.
create table reached_milestones (
  key text primary key,
  reason text not null,
  -- the language of the reason
  language text not null,
  evidence text not null,
  reached_at timestamptz not null
);

create trigger reached_milestones_notify_change
after insert or update or delete or truncate on reached_milestones
for each statement execute function notify_change();

-- As an operator has set it by hand; no row: nobody has.
create table current_cap (
  is_only boolean primary key default true check (is_only),
  usd bigint not null check (usd > 0),
  as_of date not null
);

create trigger current_cap_notify_change
after insert or update or delete or truncate on current_cap
for each statement execute function notify_change();

-- What operators have changed of app/site.ts, one row per field.
create table site_details (
  field text primary key,
  value text not null
);

create trigger site_details_notify_change
after insert or update or delete or truncate on site_details
for each statement execute function notify_change();
