-- An operator hid the name of this payment; it belongs to this name alone, see docs/payments.md.
alter table donations add column is_name_hidden boolean not null default false;

-- What the desk lists of all NPCs, the newest first.
create index donations_credited on donations (created_at desc, id desc) where verified;

-- When an operator last asked for a check, to limit how often they can.
alter table payment_checks add column rechecked_at timestamptz;
create index payment_checks_rechecked on payment_checks (rechecked_at) where rechecked_at is not null;

-- How the last comparison with the balance ended. Null: it was the first, with nothing to compare.
alter table account_cursors
  add column reconciled_at timestamptz,
  add column reconciled_as text check (reconciled_as in ('balanced', 'missing', 'unbacked'));
