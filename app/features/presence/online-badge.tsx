import { formatNumber, plural, useSpeech } from '../../platform/browser/messages.tsx'
import { useOnline } from './online.tsx'
import { usePresenceMessages } from './use-messages.ts'

/** The longest number for which the badge has room at full size: 9,999. Longer ones are set smaller. */
const ROOMY_LENGTH = 5

/** Keeps room for four digits at the end of its first line: the header does not shift when the number arrives. */
export function OnlineBadge() {
  const words = usePresenceMessages()
  const { language } = useSpeech()
  const online = useOnline()
  const shown = formatNumber(language, online)
  const text = plural(language, words.online, online)
  const size = shown.length > ROOMY_LENGTH ? 'text-[0.6875rem]' : 'text-sm'
  return (
    <p
      className="flex h-11 shrink-0 flex-col justify-center gap-1 whitespace-nowrap rounded-xl border border-line bg-surface px-2 font-semibold leading-none"
      title={text}
    >
      <span aria-hidden="true" className="flex h-3.5 items-center gap-1.5">
        <span className="size-2 rounded-full bg-online forced-colors:bg-[CanvasText]" />
        <span data-testid="online-count" className={`min-w-[4.5ch] tabular-nums ${size}`}>
          {shown}
        </span>
      </span>
      <span aria-hidden="true" className="text-[0.6875rem] text-muted">
        {words.label}
      </span>
      <span className="sr-only">{text}</span>
    </p>
  )
}

export function OnlineNumber() {
  const { language } = useSpeech()
  return formatNumber(language, useOnline())
}
