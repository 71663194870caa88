-- What visitors submit to the operators: applications to be an NPC, and requests for advertising.
create table submissions (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('application', 'ad_request')),
  state text not null default 'new' check (state in ('new', 'talking', 'accepted', 'declined')),
  -- A change of state names the version that it is about: of two at once, one is rejected.
  version integer not null default 1,
  language text not null,
  created_at timestamptz not null default now(),
  -- The last change of state or note; the retention counts from it.
  changed_at timestamptz not null default now(),
  -- Recognises the same form sent twice.
  content_hash bytea not null,
  -- Keyed hashes, for a day, to limit what one place sends.
  sent_from text,
  sent_from_network text
);

create index submissions_by_state on submissions (kind, state, id);
create index submissions_by_age on submissions (changed_at) where state <> 'accepted';
create index submissions_with_sender on submissions (created_at) where sent_from_network is not null;

create table applications (
  submission_id integer primary key references submissions (id) on delete cascade,
  name text not null,
  x_account text,
  reason text not null
);

create table ad_requests (
  submission_id integer primary key references submissions (id) on delete cascade,
  brand text not null,
  contact text not null,
  minutes integer not null check (minutes > 0),
  -- As the form showed it.
  price_usd numeric(12, 2) not null,
  wished_at timestamptz not null,
  -- The advertiser's.
  time_zone text not null,
  text text,
  image bytea,
  image_type text check (image_type in ('image/jpeg', 'image/png', 'image/webp')),
  check (num_nonnulls(text, image) > 0),
  check ((image is null) = (image_type is null))
);

-- Images are compressed already.
alter table ad_requests alter column image set storage external;

create table submission_notes (
  id integer generated always as identity primary key,
  submission_id integer not null references submissions (id) on delete cascade,
  -- A note outlives the member who wrote it.
  author text not null,
  text text not null,
  created_at timestamptz not null default now()
);

create index submission_notes_by_submission on submission_notes (submission_id, id);

-- Messages to the operators that are still to be sent, one row per channel.
create table notifications (
  id integer generated always as identity primary key,
  channel text not null check (channel in ('webhook', 'email')),
  text text not null,
  -- The page of the desk that it is about.
  path text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now()
);

create index notifications_due on notifications (next_attempt_at);
