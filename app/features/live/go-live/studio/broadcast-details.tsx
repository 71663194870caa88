import { useSpeech } from '../../../../platform/browser/messages.tsx'
import { FactList } from '../../fact-list.tsx'
import type { BroadcastFacts } from '../broadcast/broadcast.ts'
import type { GoLiveMessages } from '../messages.ts'

const CODEC_NAMES = { aac: 'AAC', opus: 'Opus' }

export function BroadcastDetails({ facts, words }: { facts: BroadcastFacts; words: GoLiveMessages }) {
  const { language } = useSpeech()
  const megabits = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <FactList
      testId="broadcast-details"
      className="bottom-3 left-3 text-sm"
      facts={[
        [words.sending, `${megabits.format(facts.bitsPerSecond / 1e6)} Mbit/s`],
        [words.video, facts.video],
        [words.audio, facts.audio ? CODEC_NAMES[facts.audio] : '–'],
      ]}
    />
  )
}
