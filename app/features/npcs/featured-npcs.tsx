import { type ReactNode, Suspense } from 'react'
import { Await, useRevalidator } from 'react-router'
import { getJson } from '../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../platform/browser/server-value.ts'
import { useServerValue } from '../../platform/browser/use-server-value.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { SectionTitle } from '../../ui/section-title.tsx'
import type { Npc } from './contract.ts'
import { NpcCard } from './npc-card.tsx'
import { useNpcsMessages } from './use-messages.ts'

/** What the buttons of a card may do to the list. */
type NpcListHandle = { replace(npc: Npc): void; refresh(): void }

type Props = { npcs: Promise<Npc[]>; footer(npc: Npc, list: NpcListHandle): ReactNode }

export function FeaturedNpcs({ npcs, footer }: Props) {
  const words = useNpcsMessages()
  return (
    <section id="npcs" aria-labelledby="npcs-title" className="py-8 md:py-10">
      <SectionTitle id="npcs-title">{words.title}</SectionTitle>
      <Suspense fallback={<Notice>{words.loading}</Notice>}>
        <Await resolve={npcs} errorElement={<Unavailable />}>
          {(list) =>
            list.length === 0 ? <Notice>{words.none}</Notice> : <NpcGrid initial={list} footer={footer} />
          }
        </Await>
      </Suspense>
    </section>
  )
}

const NPC_LIST: ServerValueSource<Npc[]> = {
  load: () => getJson('/api/npcs'),
  event: 'npcs',
  read: (data) => data as Npc[],
}

function NpcGrid({ initial, footer }: { initial: Npc[]; footer: Props['footer'] }) {
  const { value: npcs, update, refresh } = useServerValue(initial, NPC_LIST)
  const list: NpcListHandle = {
    replace: (changed) => update((shown) => shown.map((npc) => (npc.id === changed.id ? changed : npc))),
    refresh,
  }

  return (
    <ul className="grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3">
      {npcs.map((npc, index) => (
        <NpcCard key={npc.id} npc={npc} isFirst={index === 0} footer={footer(npc, list)} />
      ))}
    </ul>
  )
}

function Unavailable() {
  const words = useNpcsMessages()
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
