import { formatDay } from '../../platform/browser/format-day.ts'
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
  return <time dateTime={cap.as_of}>{fill(words.asOf, { date: formatDay(language, cap.as_of) })}</time>
}
