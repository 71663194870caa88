import { formatNumber } from '../../../platform/messages.tsx'
import { formatSeconds } from './format-seconds.ts'
import type { PlayerMessages } from './messages.ts'
import type { Screen } from './screen.ts'

type Props = { screen: Screen; words: PlayerMessages; language: string }

/** What was measured in this browser. */
export function Details({ screen, words, language }: Props) {
  const { delayMs, experience, picture } = screen
  const { firstFrameMs, stalls, stalledMs } = experience
  const inSeconds = (ms: number | undefined) => (ms === undefined ? '–' : formatSeconds(language, ms))
  const facts = [
    [words.delay, inSeconds(delayMs)],
    [words.firstFrame, inSeconds(firstFrameMs)],
    [words.stalls, `${formatNumber(language, stalls)} (${inSeconds(stalledMs)})`],
    [words.picture, picture.width > 0 ? `${picture.width} × ${picture.height}` : '–'],
    [words.dropped, formatNumber(language, picture.dropped)],
  ]
  return (
    <dl
      data-testid="stream-details"
      className="absolute top-11 left-3 grid grid-cols-[auto_auto] gap-x-4 rounded-xl bg-black/80 px-3 py-2 text-white text-xs tabular-nums sm:gap-y-1 sm:text-sm"
    >
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-white/70">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
