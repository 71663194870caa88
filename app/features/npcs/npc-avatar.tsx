import { useState } from 'react'
import type { Npc } from './contract.ts'
import { initials } from './initials.ts'

const SHAPE = 'size-16 shrink-0 rounded-2xl'

/** The first NPC of the list has the bundled logo. A missing or broken image is replaced by initials. */
export function NpcAvatar({ npc, isFirst }: { npc: Npc; isFirst: boolean }) {
  const source = isFirst ? '/icon.svg' : npc.avatar
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
