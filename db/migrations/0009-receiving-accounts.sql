-- A receiving address on one network. Everything about payments belongs to one of these, so that test money never
-- counts as real money. Rows from before this migration belong to none until the site recognises their payments.
create table receiving_accounts (
  id integer generated always as identity primary key,
  genesis_hash text not null,
  address text not null,
  unique (genesis_hash, address)
);

alter table donation_intents add column receiving_account_id integer references receiving_accounts (id);

-- The slot orders payments of the same second. Payers are the signers whose balance fell by at least the gift: one of
-- them can prove whose payment it is.
alter table donations
  add column receiving_account_id integer references receiving_accounts (id),
  add column slot bigint,
  add column payers text[] not null default '{}';
update donations set payers = array[payer] where payer is not null;
alter table donations drop column payer;

drop index donations_verified_by_npc;
create index donations_verified on donations (receiving_account_id, npc_id, created_at desc, slot desc, id desc)
  include (lamports) where verified;

-- An intent names one payment by its amount. (By its reference it may name several.)
create unique index donations_one_per_intent on donations (intent_id) where verified and proof = 'intent';

-- Each claim says which NPC it means: the winner's NPC gets the payment.
alter table donation_claims add column npc_id integer references npcs (id);
update donation_claims c set npc_id = d.npc_id from donations d where d.tx_hash = c.tx_hash;
update donation_claims set npc_id = 1 where npc_id is null;
alter table donation_claims alter column npc_id set not null;

-- listed_at: an RPC listed the signature for our address, so it exists. absent_since: since then every RPC has lacked
-- it, at each of absent_looks looks. claimed_from and claimed_from_network: keyed hashes of the claimant's address and
-- network, to bound how many claims stay open.
alter table payment_checks
  add column receiving_account_id integer references receiving_accounts (id),
  add column listed_at timestamptz,
  add column absent_since timestamptz,
  add column absent_looks integer not null default 0,
  add column claimed_from text,
  add column claimed_from_network text;

create index payment_checks_open_by_network on payment_checks (claimed_from_network)
  where next_check_at is not null and listed_at is null;
