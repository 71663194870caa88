import type { ReactNode } from 'react'
import { actionStyle } from '../../ui/action-style.ts'
import { SectionTitle } from '../../ui/section-title.tsx'
import type { Npc } from './contract.ts'
import { NpcCard } from './npc-card.tsx'
import { useNpcsMessages } from './use-messages.ts'
import type { NpcList } from './use-npc-list.ts'

type Props = { list: NpcList; footer(npc: Npc): ReactNode }

export function FeaturedNpcs({ list, footer }: Props) {
  const words = useNpcsMessages()
  return (
    <section id="npcs" aria-labelledby="npcs-title" className="py-8 md:py-10">
      <SectionTitle id="npcs-title">{words.title}</SectionTitle>
      {list.npcs ? <NpcGrid npcs={list.npcs} footer={footer} /> : <Missing list={list} />}
    </section>
  )
}

function NpcGrid({ npcs, footer }: { npcs: Npc[]; footer: Props['footer'] }) {
  const words = useNpcsMessages()
  if (npcs.length === 0) return <Notice>{words.none}</Notice>
  return (
    <ul className="grid gap-4 md:grid-cols-2 md:gap-6 lg:grid-cols-3">
      {npcs.map((npc, index) => (
        <NpcCard key={npc.id} npc={npc} isFirst={index === 0} footer={footer(npc)} />
      ))}
    </ul>
  )
}

function Missing({ list: { hasFailed, retry } }: { list: NpcList }) {
  const words = useNpcsMessages()
  if (!hasFailed) return <Notice>{words.loading}</Notice>
  return (
    <Notice>
      {words.unavailable}
      <button type="button" className={actionStyle.quiet} onClick={retry}>
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
