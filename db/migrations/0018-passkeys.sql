-- A member has a password, passkeys, or both.
alter table members alter column password_hash drop not null;

-- Names the member to authenticators, which store it beside the passkey.
alter table members add column user_handle uuid not null unique default gen_random_uuid();

create table passkeys (
  id integer generated always as identity primary key,
  member_id integer not null references members (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator says it has signed; many always say 0.
  counter bigint not null,
  transports text[] not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index passkeys_by_member on passkeys (member_id);

-- What an authenticator is to sign. Each is used once, for the purpose that it was made for.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  user_handle uuid not null default gen_random_uuid(),
  expires_at timestamptz not null
);

create index passkey_challenges_by_expiry on passkey_challenges (expires_at);
