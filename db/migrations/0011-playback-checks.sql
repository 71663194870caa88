-- A media server that dies reports no end. While it is said to send, the site polls the address from which viewers get
-- the video; all instances together poll it once per interval, and share what was found.
create table playback_checks (
  npc_id integer primary key references npcs (id) on delete cascade,
  -- the session whose video was looked for
  session text not null,
  checked_at timestamptz not null,
  -- where the playlist was; null while it was never read
  position text,
  -- how many polls in a row found nothing new
  misses integer not null default 0
);
