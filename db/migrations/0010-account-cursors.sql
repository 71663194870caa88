-- How far the history of a receiving account is known, and when it is read next, by the database's clock. All up to
-- known_signature, in known_slot, has been queued. swept_by: the RPCs that were read to the end of their history.
create table account_cursors (
  receiving_account_id integer primary key references receiving_accounts (id),
  known_signature text,
  known_slot bigint,
  swept_by text[] not null default '{}',
  next_poll_at timestamptz not null default '-infinity',
  next_reread_at timestamptz not null default '-infinity',
  next_reconcile_at timestamptz not null default now() + interval '5 minutes',
  -- The balance at the last reconciliation, and the slot in which it was read.
  reconciled_slot bigint,
  reconciled_lamports bigint
);

-- Reading an address again from its newest signature changes nothing that is known.
drop table address_cursors;

-- What nobody claimed came from the watcher: an RPC had listed it.
update payment_checks set listed_at = created_at where not is_claimed and listed_at is null;

-- The queue takes its work from two ends: what an RPC listed, and what was only claimed.
drop index payment_checks_due;
create index payment_checks_due_listed on payment_checks (receiving_account_id, next_check_at)
  where next_check_at is not null and listed_at is not null;
create index payment_checks_due_claimed on payment_checks (receiving_account_id, next_check_at)
  where next_check_at is not null and listed_at is null;
create index payment_checks_rejected on payment_checks (created_at) where rejected_for is not null;

-- Payments from before receiving accounts, until one adopts them.
create index donations_without_account on donations (created_at) where receiving_account_id is null;
