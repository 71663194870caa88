-- Many votes in one statement, each as set_vote has it; a visitor and an NPC come together once at most. NPCs are
-- locked in the order of their ids, so that two batches never wait for each other in a circle, and the old votes are
-- read afterwards, by a statement that sees what was committed before the locks were had.
create function set_votes(wanted_npcs integer[], voters text[], wanted_votes text[])
returns setof npcs language plpgsql as $$
begin
  perform 1 from npcs where id = any(wanted_npcs) order by id for no key update;

  with changed as materialized (
    select wanted.npc_id, wanted.voter, wanted.vote, old.id as old_id, old.vote_type as old_vote
    from unnest(wanted_npcs, voters, wanted_votes) as wanted (npc_id, voter, vote)
    join npcs on npcs.id = wanted.npc_id
    -- one look into the index a vote, whatever the planner thinks of the table's size
    left join lateral (
      select id, vote_type from npc_votes where npc_id = wanted.npc_id and user_ip = wanted.voter limit 1
    ) old on true
    where wanted.vote is distinct from old.vote_type
  ),
  deleted as (
    delete from npc_votes where id = any(array(select old_id from changed where vote is null))
  ),
  updated as (
    update npc_votes set vote_type = case vote_type when 'like' then 'dislike' else 'like' end
    where id = any(array(select old_id from changed where vote is not null and old_id is not null))
  ),
  inserted as (
    insert into npc_votes (npc_id, user_ip, vote_type)
    select npc_id, voter, vote from changed where old_id is null
  ),
  gained as (
    select
      npc_id,
      count(*) filter (where vote = 'like') - count(*) filter (where old_vote = 'like') as likes,
      count(*) filter (where vote = 'dislike') - count(*) filter (where old_vote = 'dislike') as dislikes
    from changed group by npc_id
  )
  update npcs set likes = npcs.likes + gained.likes, dislikes = npcs.dislikes + gained.dislikes
  from gained where npcs.id = gained.npc_id;

  return query select * from npcs where id = any(wanted_npcs);
end $$;
