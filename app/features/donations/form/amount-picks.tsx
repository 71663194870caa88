import { useSpeech } from '../../../platform/browser/messages.tsx'
import { parseSol } from '../contract.ts'
import { formatSol } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'

const PICKS = [0.05, 0.1, 0.5, 1]

export function AmountPicks({ amount, onPick }: { amount: string; onPick(amount: string): void }) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  return (
    <fieldset aria-label={words.quickPicks} className="grid grid-cols-4 gap-2">
      {PICKS.map((pick) => (
        <button
          key={pick}
          type="button"
          aria-label={`${formatSol(language, pick)} SOL`}
          aria-pressed={parseSol(amount) === parseSol(pick)}
          onClick={() => onPick(String(pick))}
          className="min-h-11 rounded-xl border border-line font-semibold text-sm tabular-nums transition-transform hover:border-muted active:translate-y-px aria-pressed:border-quest-text aria-pressed:text-quest-text motion-reduce:transition-none forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
        >
          {formatSol(language, pick)}
        </button>
      ))}
    </fieldset>
  )
}
