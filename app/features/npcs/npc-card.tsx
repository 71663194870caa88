import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { actionStyle } from '../../ui/action-style.ts'
import { Badge } from '../../ui/badge.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DEFAULT_LANGUAGE } from '../i18n/contract.ts'
import { LIVE_NPC_ID, LIVE_NPC_PATH, type Npc } from './contract.ts'
import { NpcAvatar } from './npc-avatar.tsx'
import { useNpcsMessages } from './use-messages.ts'

type Props = { npc: Npc; isFirst: boolean; footer: ReactNode }

export function NpcCard({ npc, isFirst, footer }: Props) {
  const words = useNpcsMessages()
  const hasPage = npc.is_live && !npc.is_position_open && npc.id === LIVE_NPC_ID
  const page = hasPage ? LIVE_NPC_PATH : undefined
  return (
    <li
      data-testid="npc-card"
      data-npc-id={npc.id}
      className={`relative flex min-w-0 flex-col gap-4 rounded-2xl border border-line bg-surface p-6 ${page ? 'hover:border-quest-text' : ''}`}
    >
      <div className="flex items-center gap-4">
        <NpcAvatar npc={npc} isFirst={isFirst} />
        <div className="min-w-0">
          <h3 className="line-clamp-2 break-words font-bold text-xl">
            {page ? <CardLink to={page}>{npc.name}</CardLink> : npc.name}
          </h3>
          {npc.x_account && <p className="truncate text-muted">@{npc.x_account.replace(/^@/, '')}</p>}
        </div>
      </div>
      <p lang={DEFAULT_LANGUAGE} className="line-clamp-6 flex-1 break-words text-muted">
        {npc.description}
      </p>
      <div className="flex min-h-7 flex-wrap gap-2">
        {npc.is_live && <Badge tone="live">{words.live}</Badge>}
        {npc.is_position_open && <Badge tone="quest">{words.positionOpen}</Badge>}
      </div>
      <div className="relative z-10 flex flex-wrap items-center justify-between gap-2">
        {footer}
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
          <Link to="/onboarding" className={actionStyle.quiet}>
            {words.apply}
          </Link>
        )}
      </div>
    </li>
  )
}

/** Covers the whole card below its buttons, so that no interactive elements are nested. */
function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="after:absolute after:inset-0 after:rounded-2xl">
      {children}
    </Link>
  )
}
