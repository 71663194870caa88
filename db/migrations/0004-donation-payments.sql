-- A donation that was begun: its reference in a payment tells whose payment it is.
create table donation_intents (
  id text primary key,
  npc_id integer not null references npcs (id),
  username text not null,
  x_account text,
  lamports bigint not null check (lamports > 0),
  reference text not null unique,
  created_at timestamptz not null default now()
);

-- The line that visitors see. `proof` says why it has this name; payer and paid_at are the chain's.
alter table donations
  add column proof text not null default 'paste'
    check (proof in ('reference', 'signature', 'intent', 'paste', 'none')),
  add column intent_id text references donation_intents (id),
  add column payer text,
  add column paid_at timestamptz;

create index donations_by_intent on donations (intent_id) where intent_id is not null;

-- Everybody who said that a payment was his; the strongest proof gets the line.
create table donation_claims (
  id bigint generated always as identity primary key,
  tx_hash text not null,
  username text not null,
  x_account text,
  intent_id text references donation_intents (id),
  wallet text,
  created_at timestamptz not null default now()
);

create index donation_claims_by_tx_hash on donation_claims (tx_hash);

-- A line that changed its name because somebody had the stronger proof.
create table donation_displacements (
  id bigint generated always as identity primary key,
  tx_hash text not null,
  old_username text not null,
  old_proof text not null,
  new_username text not null,
  new_proof text not null,
  created_at timestamptz not null default now()
);

-- The queue: payments whose verdict is still open have a next_check_at. A check under way has one in the near
-- future, so that it is taken up again when its process dies.
create table payment_checks (
  tx_hash text primary key,
  npc_id integer not null references npcs (id),
  is_claimed boolean not null,
  attempts integer not null default 0,
  next_check_at timestamptz default now(),
  rejected_for text,
  created_at timestamptz not null default now()
);

create index payment_checks_due on payment_checks (is_claimed desc, next_check_at) where next_check_at is not null;

create table payment_attempts (
  id bigint generated always as identity primary key,
  tx_hash text not null,
  outcome text not null,
  created_at timestamptz not null default now()
);

create index payment_attempts_by_tx_hash on payment_attempts (tx_hash);

-- How far the watcher has read the receiving address, newest first: all up to `read_until` is known; a sweep that
-- was not finished goes on below `sweep_before` and ends with `sweep_head` known.
create table address_cursors (
  address text primary key,
  read_until text,
  sweep_head text,
  sweep_before text,
  looked_at timestamptz not null default '-infinity'
);

-- What happened, for everyone who listens; ids follow the order of the commits.
create table events (
  id bigint generated always as identity primary key,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);

create function append_event(event_name text, event_data jsonb) returns void language plpgsql as $$
begin
  -- one at a time until its commit: a reader who saw an id has seen all before it
  perform pg_advisory_xact_lock(hashtext('events'));
  insert into events (name, data) values (event_name, event_data);
end $$;

create trigger events_tell_of_change
after insert on events
for each statement execute function tell_of_change();
