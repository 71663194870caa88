import type { ReactNode } from 'react'
import type { GoLiveMessages } from '../messages.ts'
import { formatDuration } from './format-duration.ts'

type Props = { words: GoLiveMessages; onAirMs: number; online: ReactNode }

/** Takes the place of the key field, and its height, so that the button below does not move. */
export function OnAir({ words, onAirMs, online }: Props) {
  return (
    <div className="flex flex-col pb-2">
      <p className="text-muted text-sm">{words.timeOnAir}</p>
      <p className="font-bold font-display text-3xl tabular-nums" role="timer">
        {formatDuration(onAirMs)}
      </p>
      <p className="flex items-center gap-1.5 text-muted text-sm tabular-nums">
        <span aria-hidden="true" className="size-2 rounded-full bg-online" />
        {online}
      </p>
    </div>
  )
}
