import { formatNumber } from '../../../platform/browser/messages.tsx'
import { FactList } from '../fact-list.tsx'
import { formatSeconds } from './format-seconds.ts'
import type { PlayerMessages } from './messages.ts'
import type { Screen } from './player-state.ts'

type Props = { screen: Screen; words: PlayerMessages; language: string }

/** What was measured in this browser. */
export function Details({ screen, words, language }: Props) {
  const { delayMs, experience, picture } = screen
  const { firstFrameMs, stalls, stalledMs } = experience
  const inSeconds = (ms: number | undefined) => (ms === undefined ? '–' : formatSeconds(language, ms))
  return (
    <FactList
      testId="stream-details"
      className="top-11 left-3 text-xs sm:gap-y-1 sm:text-sm"
      facts={[
        [words.delay, inSeconds(delayMs)],
        [words.firstFrame, inSeconds(firstFrameMs)],
        [words.stalls, `${formatNumber(language, stalls)} (${inSeconds(stalledMs)})`],
        [words.picture, picture.width > 0 ? `${picture.width} × ${picture.height}` : '–'],
        [words.dropped, formatNumber(language, picture.dropped)],
      ]}
    />
  )
}
