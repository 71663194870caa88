-- People who use the operator's desk. A member with the role of an NPC sees that NPC alone.
create table members (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 40),
  role text not null check (role in ('operator', 'npc')),
  npc_id integer references npcs (id) on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default now(),
  check ((role = 'npc') = (npc_id is not null))
);

create unique index members_by_name on members (lower(name));

-- Of the one-time links and of the sessions only the hashes of their tokens are stored.
create table member_invitations (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  role text not null check (role in ('operator', 'npc')),
  npc_id integer references npcs (id) on delete cascade,
  -- null: made on the machine itself
  invited_by integer references members (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((role = 'npc') = (npc_id is not null))
);

create table member_sessions (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  member_id integer not null references members (id) on delete cascade,
  user_agent text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create index member_sessions_by_member on member_sessions (member_id);

create table sign_in_attempts (
  key text primary key,
  attempts integer not null,
  since timestamptz not null
);

-- An entry outlives the member who made the change, so it has the name and no foreign key.
create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  member_id integer,
  member_name text not null,
  action text not null,
  details jsonb not null
);

create function reject_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;

create trigger audit_log_is_append_only
before update or delete or truncate on audit_log
for each statement execute function reject_audit_log_change();
