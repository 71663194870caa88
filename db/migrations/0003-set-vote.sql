-- Gives a visitor's vote on an NPC the wanted value, null for none. The NPC's row is locked before the old vote is
-- read, so that counters and rows change together and never disagree, however many ask at once.
create function set_vote(wanted_npc integer, voter text, wanted_vote text) returns setof npcs language plpgsql as $$
declare
  old_vote text;
begin
  perform 1 from npcs where id = wanted_npc for no key update;
  if not found then
    return;
  end if;

  select vote_type into old_vote from npc_votes where npc_id = wanted_npc and user_ip = voter;
  if old_vote is distinct from wanted_vote then
    if wanted_vote is null then
      delete from npc_votes where npc_id = wanted_npc and user_ip = voter;
    elsif old_vote is null then
      insert into npc_votes (npc_id, user_ip, vote_type) values (wanted_npc, voter, wanted_vote);
    else
      update npc_votes set vote_type = wanted_vote where npc_id = wanted_npc and user_ip = voter;
    end if;
    update npcs set
      likes = likes + (wanted_vote is not distinct from 'like')::int - (old_vote is not distinct from 'like')::int,
      dislikes =
        dislikes + (wanted_vote is not distinct from 'dislike')::int - (old_vote is not distinct from 'dislike')::int
    where id = wanted_npc;
  end if;

  return query select * from npcs where id = wanted_npc;
end $$;
