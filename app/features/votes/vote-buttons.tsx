import { type LucideIcon, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { fill, formatNumber, useSpeech } from '../../platform/browser/messages.tsx'
import { animate } from '../../ui/motion.ts'
import type { Npc } from '../npcs/contract.ts'
import type { VoteType } from './contract.ts'
import { countWith } from './optimistic-votes.ts'
import { useVotesMessages } from './use-messages.ts'
import { useVote } from './use-vote.ts'
import { useVotes } from './votes-provider.tsx'

type Props = { npc: Npc; onCounted(npc: Npc): void; onSettled(): void }

const BUTTONS: { type: VoteType; Icon: LucideIcon }[] = [
  { type: 'like', Icon: ThumbsUp },
  { type: 'dislike', Icon: ThumbsDown },
]

const BOUNCE = { transform: ['none', 'scale(1.4) rotate(-14deg)', 'scale(0.9) rotate(4deg)', 'none'] }

export function VoteButtons({ npc, onCounted, onSettled }: Props) {
  const words = useVotesMessages()
  const { language } = useSpeech()
  const votes = useVotes()
  const state = useVote(votes, npc.id)

  function press(type: VoteType, button: HTMLElement): void {
    if (state.wanted !== type) animate(button.querySelector('svg'), BOUNCE, 450)
    void votes.press(npc, type, onCounted).then(onSettled)
  }

  return (
    <div className="grid grid-cols-[1fr_1fr] gap-2">
      {BUTTONS.map(({ type, Icon }) => {
        const count = countWith(npc, type, state)
        const shown = formatNumber(language, count)
        return (
          <button
            key={type}
            type="button"
            aria-label={fill(words[type], { name: npc.name, count: shown })}
            aria-pressed={state.wanted === type}
            onClick={({ currentTarget }) => press(type, currentTarget)}
            className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-xl border border-line px-3 font-semibold text-sm tabular-nums transition-transform hover:border-muted active:translate-y-px aria-pressed:border-quest aria-pressed:bg-quest aria-pressed:text-on-quest motion-reduce:transition-none forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
          >
            <Icon aria-hidden="true" className="size-4" />
            <Count count={count}>{shown}</Count>
          </button>
        )
      })}
    </div>
  )
}

/** A number that rolls in from below when it grows, and from above when it shrinks. */
function Count({ count, children }: { count: number; children: string }) {
  const number = useRef<HTMLSpanElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const from = count > before.current ? '70%' : '-70%'
    if (count !== before.current)
      animate(number.current, { transform: [`translateY(${from})`, 'none'], opacity: [0, 1] }, 250)
    before.current = count
  }, [count])
  return (
    <span ref={number} className="inline-block">
      {children}
    </span>
  )
}
