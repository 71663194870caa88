import { useState } from 'react'
import type { Npc } from './contract.ts'
import { initials } from './initials.ts'

const SHAPE = 'size-16 shrink-0 rounded-2xl'

/** The first of the list wears the bundled logo; a picture that is missing or broken gives way to initials. */
export function NpcAvatar({ npc, isFirst }: { npc: Npc; isFirst: boolean }) {
  const source = isFirst ? '/icon.svg' : npc.avatar
  const [brokenSource, setBrokenSource] = useState<string>()

  if (source && source !== brokenSource)
    return (
      <img
        // It may have failed before React was there to hear of it.
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
