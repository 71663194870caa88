import { fill, formatCompact, useSpeech } from '../../platform/browser/messages.tsx'
import type { CurrentCap } from './contract.ts'
import { useRoadmapMessages } from './use-messages.ts'

export function CapAmount({ cap }: { cap: CurrentCap }) {
  return formatCompact(useSpeech().language, cap.usd)
}

/** A day, so the same in every time zone. */
export function CapDate({ cap }: { cap: CurrentCap }) {
  const words = useRoadmapMessages()
  const { language } = useSpeech()
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    // Browsers abbreviate months differently from the server.
    <time dateTime={cap.as_of} suppressHydrationWarning>
      {fill(words.asOf, { date: day.format(new Date(cap.as_of)) })}
    </time>
  )
}
