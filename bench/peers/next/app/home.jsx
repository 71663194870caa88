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

const STATS = [
  ['Active NPCs', '1'],
  ['Online Users', '1'],
  ['Current Cap', 'SOON'],
  ['Live Stream', '24/7'],
]

/** The content of our home, without our classes. */
export function Home() {
  return (
    <>
      <section>
        <h1>First ever NPC Streaming platform</h1>
        <p>Real people chase real goals, live on stream. Each market-cap milestone unlocks the next quest.</p>
        <a href="/npc1#stream">Start Watching</a>
        <a href="/onboarding">Become an NPC</a>
      </section>
      <dl>
        {STATS.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section id="about">
        <h2>Welcome, player</h2>
        <p>
          In every game there are characters who never get a story of their own. Here they do. An NPC is a real
          person with a camera and a list of goals. The community watches, votes and cheers; when the market cap
          reaches a milestone, the next goal unlocks and the NPC makes it happen, live.
        </p>
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
              <span>{npc.badge}</span>
              <button type="button" aria-label={`Like ${npc.name}: 0`}>
                0
              </button>
              <button type="button" aria-label={`Dislike ${npc.name}: 0`}>
                0
              </button>
              {npc.x_account ? <button type="button">TIP NPC</button> : <a href="/onboarding">Apply to be NPC</a>}
            </li>
          ))}
        </ul>
      </section>
      <section id="onboarding">
        <h2>This could be your quest</h2>
        <p>
          We bring the gear, the vision and the audience. You bring a dream and the courage to live it on camera.
        </p>
        <a href="/onboarding">Become an NPC</a>
      </section>
    </>
  )
}
