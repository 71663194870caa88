import { useEffect, useState } from 'react'
import { PAGE_READY } from './early-input.ts'

/** Says that the page listens, one commit after its parts have adopted what was typed before. */
export function PageReady(): null {
  const [isAdopted, setAdopted] = useState(false)
  useEffect(() => setAdopted(true), [])
  useEffect(() => {
    if (isAdopted) dispatchEvent(new Event(PAGE_READY))
  }, [isAdopted])
  return null
}
