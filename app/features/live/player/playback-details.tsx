import { formatNumber } from '../../../platform/browser/messages.tsx'
import { FactList } from '../fact-list.tsx'
import { formatSeconds } from './format-seconds.ts'
import type { PlayerMessages } from './messages.ts'
import type { PlayerState } from './player-state.ts'

type Props = { state: PlayerState; words: PlayerMessages; language: string }

export function PlaybackDetails({ state, words, language }: Props) {
  const { delayMs, metrics, video } = state
  const { firstFrameMs, stalls, stalledMs } = metrics
  const inSeconds = (ms: number | undefined) => (ms === undefined ? '–' : formatSeconds(language, ms))
  return (
    <FactList
      testId="stream-details"
      className="top-11 left-3 text-xs sm:gap-y-1 sm:text-sm"
      facts={[
        [words.delay, inSeconds(delayMs)],
        [words.firstFrame, inSeconds(firstFrameMs)],
        [words.stalls, `${formatNumber(language, stalls)} (${inSeconds(stalledMs)})`],
        [words.resolution, video.width > 0 ? `${video.width} × ${video.height}` : '–'],
        [words.dropped, formatNumber(language, video.droppedFrames)],
      ]}
    />
  )
}
