import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Await, useRevalidator } from 'react-router'
import { useMessages } from '../../platform/browser/messages.tsx'
import { listenToServer, MISSED } from '../../platform/browser/server-events.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { SectionTitle } from '../../ui/section-title.tsx'
import type { Npc } from './contract.ts'
import type { NpcsMessages } from './messages.ts'
import { NpcCard } from './npc-card.tsx'

/** What a card's buttons may do to the list they stand in. */
type NpcListHandle = { replace(npc: Npc): void; refresh(): void }

type Props = { npcs: Promise<Npc[]>; footer(npc: Npc, list: NpcListHandle): ReactNode }

export function FeaturedNpcs({ npcs, footer }: Props) {
  const words = useMessages<NpcsMessages>('npcs')
  return (
    <section id="npcs" aria-labelledby="npcs-title" className="py-12">
      <SectionTitle id="npcs-title">{words.title}</SectionTitle>
      <Suspense fallback={<Notice>{words.loading}</Notice>}>
        <Await resolve={npcs} errorElement={<Unavailable />}>
          {(list) =>
            list.length === 0 ? <Notice>{words.none}</Notice> : <NpcGrid loaded={list} footer={footer} />
          }
        </Await>
      </Suspense>
    </section>
  )
}

function NpcGrid({ loaded, footer }: { loaded: Npc[]; footer: Props['footer'] }) {
  const [fresh, setFresh] = useState({ since: loaded, npcs: loaded })
  const npcs = fresh.since === loaded ? fresh.npcs : loaded

  const news = useRef(0)

  /** News that came meanwhile is newer than the answer, or as new. */
  async function refresh(): Promise<void> {
    news.current += 1
    const asked = news.current
    const response = await fetch('/api/npcs')
    const list = (await response.json()) as Npc[]
    if (response.ok && news.current === asked) setFresh({ since: loaded, npcs: list })
  }

  const show = useEffectEvent((list: unknown) => {
    news.current += 1
    setFresh({ since: loaded, npcs: list as Npc[] })
  })
  // When it cannot be had, the list on the screen is better than none.
  const refreshQuietly = () => void refresh().catch(() => {})
  const refreshMissed = useEffectEvent(refreshQuietly)
  useEffect(() => {
    const stops = [listenToServer('npcs', show), listenToServer(MISSED, refreshMissed)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  const list: NpcListHandle = {
    replace: (changed) =>
      setFresh(({ since, npcs: shown }) => ({
        since,
        npcs: shown.map((npc) => (npc.id === changed.id ? changed : npc)),
      })),
    refresh: refreshQuietly,
  }

  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {npcs.map((npc, index) => (
        <NpcCard key={npc.id} npc={npc} isFirst={index === 0} footer={footer(npc, list)} />
      ))}
    </ul>
  )
}

function Unavailable() {
  const words = useMessages<NpcsMessages>('npcs')
  const { revalidate, state } = useRevalidator()
  return (
    <Notice>
      {words.unavailable}
      <button type="button" className={actionStyle.quiet} disabled={state === 'loading'} onClick={revalidate}>
        {words.retry}
      </button>
    </Notice>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-64 flex-col items-center justify-center gap-4 rounded-2xl border border-line border-dashed text-muted"
    >
      {children}
    </div>
  )
}
