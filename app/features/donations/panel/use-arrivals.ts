import { useLayoutEffect, useRef, useState } from 'react'
import { animate } from '../../../ui/motion.ts'

const ROW_HEIGHT = '3rem'
const SLIDE_MS = 400

/** Rows that come in at the top push the others down. `isNew`: the row was not there when the page was opened. */
export function useArrivals(ids: string[]) {
  const list = useRef<HTMLUListElement>(null)
  const [initial] = useState(() => new Set(ids))
  const before = useRef(ids)

  useLayoutEffect(() => {
    const added = countAdded(before.current, ids)
    before.current = ids
    if (added > 0)
      animate(list.current, { transform: [`translateY(calc(-${added} * ${ROW_HEIGHT}))`, 'none'] }, SLIDE_MS)
  }, [ids])

  return { list, isNew: (id: string) => !initial.has(id) }
}

/** How many rows are above the one that was at the top. */
export function countAdded(before: string[], after: string[]): number {
  const [top] = before
  return top === undefined ? 0 : Math.max(0, after.indexOf(top))
}
