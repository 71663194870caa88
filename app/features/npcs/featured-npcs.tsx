import { Suspense } from 'react'
import { Await, useRevalidator } from 'react-router'
import { useMessages } from '../../platform/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import type { Npc } from './contract.ts'
import type { NpcsMessages } from './messages.ts'
import { NpcCard } from './npc-card.tsx'

export function FeaturedNpcs({ npcs }: { npcs: Promise<Npc[]> }) {
  const words = useMessages<NpcsMessages>('npcs')
  return (
    <section id="npcs" aria-labelledby="npcs-title">
      <h2 id="npcs-title" className="mb-6 font-bold text-2xl">
        {words.title}
      </h2>
      <Suspense fallback={<Notice>{words.loading}</Notice>}>
        <Await resolve={npcs} errorElement={<Unavailable />}>
          {(list) => (list.length === 0 ? <Notice>{words.none}</Notice> : <NpcGrid npcs={list} />)}
        </Await>
      </Suspense>
    </section>
  )
}

function NpcGrid({ npcs }: { npcs: Npc[] }) {
  return (
    <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
      {npcs.map((npc) => (
        <NpcCard key={npc.id} npc={npc} />
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

function Notice({ children }: { children: React.ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-64 flex-col items-center justify-center gap-4 rounded-2xl border border-line border-dashed text-muted"
    >
      {children}
    </div>
  )
}
