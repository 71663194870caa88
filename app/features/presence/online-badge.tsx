import { formatNumber, plural, useSpeech } from '../../platform/browser/messages.tsx'
import { useOnline } from './online.tsx'
import { usePresenceMessages } from './use-messages.ts'

/** The longest number that fits at full size: 99,999. */
const ROOMY_LENGTH = 6

/** Has a fixed width, so that the header does not shift when the number arrives. */
export function OnlineBadge() {
  const words = usePresenceMessages()
  const { language } = useSpeech()
  const online = useOnline()
  const shown = formatNumber(language, online)
  const size = shown.length > ROOMY_LENGTH ? 'text-[0.6875rem]' : 'text-sm'
  return (
    <p
      className="flex h-11 items-center gap-1.5 rounded-xl border border-line bg-surface px-2 font-semibold tabular-nums sm:px-3"
      title={plural(language, words.online, online)}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-online" />
      <span aria-hidden="true" className="hidden text-muted text-sm lg:inline">
        {words.label}
      </span>
      <span data-testid="online-count" aria-hidden="true" className={`min-w-8 min-[390px]:w-14 ${size}`}>
        {shown}
      </span>
      <span className="sr-only">{plural(language, words.online, online)}</span>
    </p>
  )
}

export function OnlineNumber() {
  const { language } = useSpeech()
  return formatNumber(language, useOnline())
}
