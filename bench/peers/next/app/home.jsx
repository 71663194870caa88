const NPCS = [
  {
    id: '1',
    name: 'NPC One',
    x_account: 'npcstream',
    description:
      'Lives in Tallinn, streams around the clock and takes on a new quest each time the cap hits a milestone.',
    badge: 'LIVE',
  },
  {
    id: '2',
    name: 'NPC Two',
    description: 'This seat is empty. Bring a phone, a dream and a little courage, and the story writes itself.',
    badge: 'POSITION OPEN',
  },
  {
    id: '3',
    name: 'NPC Three',
    description: 'Another seat waiting for its main character. We bring the gear, the community and the cheering.',
    badge: 'POSITION OPEN',
  },
]

/** The content of our home, without our classes. */
export function Home() {
  return (
    <>
      <section>
        <h1>First ever NPC Streaming platform</h1>
        <p>Real people live out real goals, live. Each market-cap milestone unlocks the next quest.</p>
        <a href="#npcs">Meet the NPCs</a>
      </section>
      <section id="npcs">
        <h2>Featured NPCs</h2>
        <ul>
          {NPCS.map((npc) => (
            <li key={npc.id}>
              <span>NP</span>
              <h3>{npc.name}</h3>
              {npc.x_account && <p>@{npc.x_account}</p>}
              <p>{npc.description}</p>
              <dl>
                <div>
                  <dt>Likes</dt>
                  <dd>0</dd>
                </div>
                <div>
                  <dt>Dislikes</dt>
                  <dd>0</dd>
                </div>
              </dl>
              <span>{npc.badge}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
