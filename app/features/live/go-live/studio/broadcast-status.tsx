import { fill } from '../../../../platform/browser/messages.tsx'
import type { BroadcastState } from '../broadcast/broadcast.ts'
import type { GoLiveMessages } from '../messages.ts'
import type { CameraTrouble } from './camera.ts'

type Props = {
  words: GoLiveMessages
  trouble: CameraTrouble | undefined
  state: BroadcastState | undefined
  isOnAir: boolean
}

export function BroadcastStatus({ words, trouble, state, isOnAir }: Props) {
  return (
    <p
      aria-live="polite"
      data-testid="broadcast-state"
      data-state={state?.kind}
      className="min-h-6 text-pretty font-semibold"
    >
      {isOnAir && state?.kind === 'live' && (
        <span aria-hidden="true" className="mr-2 inline-block size-3 rounded-full bg-live" />
      )}
      {trouble ? words[trouble] : state && describeState(state, words)}
    </p>
  )
}

function describeState(state: BroadcastState, words: GoLiveMessages): string {
  if (state.kind !== 'rejected') return words[state.kind]
  if (state.reason === 'key') return words.unknownKey
  return state.reason === 'taken over' ? words.takenOver : fill(words.rejected, { sentence: state.sentence })
}
