import type { ReactNode } from 'react'
import { actionStyle } from '../../ui/action-style.ts'
import { Badge } from '../../ui/badge.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LIVE_NPC_ID, LIVE_NPC_PATH, type Npc } from './contract.ts'
import { NpcAvatar } from './npc-avatar.tsx'
import { useDescription } from './use-description.ts'
import { useNpcsMessages } from './use-messages.ts'

type Props = { npc: Npc; isFirst: boolean; footer: ReactNode }

const CARD =
  'group @container relative flex min-w-0 flex-col gap-4 rounded-2xl border bg-surface p-5 sm:p-6 md:max-lg:last:odd:col-span-2'
const OPEN = 'border-quest-text/50 border-dashed'
const WITH_PAGE =
  'border-line hover:border-quest-text motion-safe:transition-transform motion-safe:hover:-translate-y-1'

export function NpcCard({ npc, isFirst, footer }: Props) {
  const page = npc.is_live && hasPage(npc) ? LIVE_NPC_PATH : undefined
  const description = useDescription(npc)
  const style = npc.is_position_open ? OPEN : page ? WITH_PAGE : 'border-line'
  return (
    <li data-testid="npc-card" data-npc-id={npc.id} className={`${CARD} ${style}`}>
      <div className="flex items-center gap-4 md:min-h-20">
        <NpcAvatar npc={npc} isFirst={isFirst} />
        <div className="min-w-0">
          <Badges npc={npc} />
          <h3 className="line-clamp-2 break-words font-bold text-xl">
            {page ? <CardLink to={page}>{npc.name}</CardLink> : npc.name}
          </h3>
          {npc.x_account && <p className="truncate text-muted">@{npc.x_account.replace(/^@/, '')}</p>}
        </div>
      </div>
      <p lang={description.lang} className="line-clamp-6 flex-1 break-words text-muted">
        {description.text}
      </p>
      <div className="relative z-10 grid gap-2 @md:auto-cols-fr @md:grid-flow-col">
        {footer}
        <Actions npc={npc} />
      </div>
    </li>
  )
}

function hasPage(npc: Npc): boolean {
  return npc.id === LIVE_NPC_ID && !npc.is_position_open
}

function Badges({ npc }: { npc: Npc }) {
  const words = useNpcsMessages()
  return (
    <p className="mb-1 flex flex-wrap gap-2">
      {npc.is_live && <Badge tone="live">{words.live}</Badge>}
      {npc.is_position_open && <Badge tone="outline">{words.positionOpen}</Badge>}
      {!npc.is_live && !npc.is_position_open && <Badge tone="quiet">{words.offline}</Badge>}
    </p>
  )
}

function Actions({ npc }: { npc: Npc }) {
  const words = useNpcsMessages()
  return (
    <>
      {npc.is_live && (
        <button
          type="button"
          className={actionStyle.quiet}
          onClick={() => showToast({ title: words.tipSoon })}
        >
          {words.tip}
        </button>
      )}
      {npc.is_position_open && (
        <a href="/onboarding" className={actionStyle.quiet}>
          {words.apply}
        </a>
      )}
      {!npc.is_live && hasPage(npc) && (
        <a href={LIVE_NPC_PATH} className={actionStyle.quiet}>
          {words.visit}
        </a>
      )}
    </>
  )
}

/**
 * Covers the whole card below its buttons, so that no interactive elements are nested. A lifted card keeps the strip it
 * has left, or it would tremble under a pointer at its lower edge.
 */
function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="after:absolute after:inset-0 after:rounded-2xl group-hover:after:-bottom-1">
      {children}
    </a>
  )
}
