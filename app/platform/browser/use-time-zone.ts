import { useSyncExternalStore } from 'react'

const SERVER_TIME_ZONE = 'UTC'
const never = () => () => {}

/** UTC while the server's page hydrates, the visitor's time zone from then on. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    never,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => SERVER_TIME_ZONE,
  )
}
