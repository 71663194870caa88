import { useState } from 'react'
import { QuestMarker } from '../../ui/quest-marker.tsx'
import { isUploadedAvatar, type Npc } from './contract.ts'
import { initials } from './initials.ts'

type Props = { npc: Npc; isFirst: boolean }

const SHAPE = 'size-16 rounded-2xl'

/** Live NPCs have a ring, open positions the mark of a quest. */
export function NpcAvatar({ npc, isFirst }: Props) {
  return (
    <span className="relative shrink-0">
      <Face npc={npc} isFirst={isFirst} />
      {npc.is_live && (
        <span className="-inset-1 absolute rounded-[1.25rem] border-2 border-live motion-safe:animate-pulse [animation-iteration-count:2]" />
      )}
      {npc.is_position_open && (
        <span className="-top-2 -right-2 absolute flex size-7 items-center justify-center rounded-full bg-quest text-on-quest motion-safe:transition-transform motion-safe:group-hover:-translate-y-1">
          <QuestMarker className="h-4" />
        </span>
      )}
    </span>
  )
}

export const LOGO = '/icon.svg'

/** The first NPC of the list has the bundled logo, unless an operator has uploaded an avatar for it. */
export function avatarOf({ avatar }: Npc, isFirst: boolean): string | null {
  return isFirst && !isUploadedAvatar(avatar) ? LOGO : avatar
}

/** A missing or broken image is replaced by initials. */
function Face({ npc, isFirst }: Props) {
  const source = avatarOf(npc, isFirst)
  const [brokenSource, setBrokenSource] = useState<string>()

  if (source && source !== brokenSource)
    return (
      <img
        // The image may have failed before React attached its handlers.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBrokenSource(source)
        }}
        src={source}
        alt=""
        width={64}
        height={64}
        onError={() => setBrokenSource(source)}
        className={`${SHAPE} object-cover`}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={`${SHAPE} flex items-center justify-center bg-line font-bold font-display text-quest-text text-xl`}
    >
      {initials(npc.name)}
    </span>
  )
}
