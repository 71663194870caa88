import { formatNumber, plural, useMessages, useSpeech } from '../../platform/messages.tsx'
import type { PresenceMessages } from './messages.ts'
import { useOnline } from './online.tsx'

export function OnlineBadge() {
  const words = useMessages<PresenceMessages>('presence')
  const { language } = useSpeech()
  const online = useOnline()
  return (
    <p
      className="flex h-11 items-center gap-2 rounded-xl border border-line bg-surface px-3 font-semibold text-sm tabular-nums"
      title={plural(language, words.online, online)}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-online" />
      <span data-testid="online-count" aria-hidden="true" className="min-w-[3ch] sm:min-w-[6ch]">
        <OnlineNumber />
      </span>
      <span className="sr-only">{plural(language, words.online, online)}</span>
    </p>
  )
}

export function OnlineNumber() {
  const { language } = useSpeech()
  return formatNumber(language, useOnline())
}
