import { type RefObject, useEffect, useRef } from 'react'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import { isMotionReduced } from '../../../ui/motion.ts'
import { formatTotal, SOL_GRADIENT } from '../format-sol.ts'

export const UNKNOWN = '–'
const COUNTING_MS = 600

/**
 * Counts up to a new total. The numbers on the way are drawn by the style sheet: the text is the total at once, so that
 * nobody reads or hears a number that is not true.
 */
export function Total({ total }: { total: number | undefined }) {
  const { language } = useSpeech()
  const shown = useRef<HTMLElement>(null)
  const inSol = (value: number) => `${formatTotal(language, value)} SOL`
  useCounting(shown, total, inSol)
  return (
    <dd
      ref={shown}
      data-testid="donation-total"
      className={`wrap-anywhere grid bg-clip-text font-bold font-display text-3xl text-transparent tabular-nums before:col-start-1 before:row-start-1 data-counting:before:content-[attr(data-counting)] ${SOL_GRADIENT}`}
    >
      <span className="col-start-1 row-start-1 in-data-counting:invisible">
        {total === undefined ? `${UNKNOWN} SOL` : inSol(total)}
      </span>
    </dd>
  )
}

function useCounting(
  shown: RefObject<HTMLElement | null>,
  total: number | undefined,
  inSol: (value: number) => string,
): void {
  const before = useRef(total)
  const format = useRef(inSol)
  format.current = inSol

  useEffect(() => {
    const from = before.current
    before.current = total
    const element = shown.current
    if (from === undefined || total === undefined || from === total || isMotionReduced() || !element) return
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      const left = 1 - (now - startedAt) / COUNTING_MS
      if (left <= 0) return stop()
      element.dataset.counting = format.current(total + (from - total) * left ** 3)
      frame = requestAnimationFrame(count)
    })
    function stop(): void {
      cancelAnimationFrame(frame)
      delete element?.dataset.counting
    }
    return stop
  }, [shown, total])
}
