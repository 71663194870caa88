import { Suspense } from 'react'
import { Await } from 'react-router'
import type { Npc } from './contract.ts'

/** The name as soon as the list is there; until then, and without a list, an empty line of the same height. */
export function NpcName({ npcs, id }: { npcs: Promise<Npc[]>; id: string }) {
  return (
    <Suspense fallback={NOTHING}>
      <Await resolve={npcs} errorElement={NOTHING}>
        {(list) => list.find((npc) => npc.id === id)?.name ?? NOTHING}
      </Await>
    </Suspense>
  )
}

const NOTHING = '\u00a0'
