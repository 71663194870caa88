import { useSyncExternalStore } from 'react'
import { localDay } from '../time/local-day.ts'

const never = () => () => {}

/** The day of an instant: in UTC while the server's page hydrates, in the visitor's time zone from then on. */
export function useDay(instant: string): string {
  const time = new Date(instant)
  return useSyncExternalStore(
    never,
    () => localDay(time),
    () => time.toISOString().slice(0, 10),
  )
}
