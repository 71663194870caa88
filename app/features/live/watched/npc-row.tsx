import type { ReactNode } from 'react'
import { DEFAULT_LANGUAGE } from '../../i18n/contract.ts'
import type { Npc } from '../../npcs/contract.ts'
import { ShareButton } from './share-button.tsx'

type Props = { npc: Npc; avatar: ReactNode; online: ReactNode; votes: ReactNode }

/** Whom the visitor watches. */
export function NpcRow({ npc, avatar, online, votes }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-4">
        {avatar}
        <div className="min-w-0">
          <h2 lang={DEFAULT_LANGUAGE} className="line-clamp-2 break-words font-bold text-xl">
            {npc.name}
          </h2>
          <div className="flex flex-wrap gap-x-4 text-muted text-sm max-sm:flex-col">
            {npc.x_account && <p className="max-w-full truncate">@{npc.x_account.replace(/^@/, '')}</p>}
            <p className="flex shrink-0 items-center gap-1.5 tabular-nums">
              <span aria-hidden="true" className="size-2 rounded-full bg-online" />
              {online}
            </p>
          </div>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:justify-between">
        {votes}
        <ShareButton title={npc.name} />
      </div>
    </div>
  )
}
