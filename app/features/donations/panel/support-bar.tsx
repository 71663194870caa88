import { type RefObject, useEffect, useState } from 'react'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import { actionStyle } from '../../../ui/action-style.ts'
import { formatTotal } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'

type Props = {
  title: RefObject<HTMLHeadingElement | null>
  panel: RefObject<HTMLElement | null>
  total: number | undefined
}

/** On small screens leads to the panel while that is out of sight. The style sheet keeps the page's end clear of it. */
export function SupportBar({ title, panel, total }: Props) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const isAway = useIsAway(panel)
  if (!isAway) return null

  function open(): void {
    title.current?.scrollIntoView()
    title.current?.focus({ preventScroll: true })
  }

  return (
    <div
      id="support-bar"
      className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-paper px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] motion-safe:starting:translate-y-full motion-safe:transition-transform motion-safe:duration-300 lg:hidden print:hidden"
    >
      <button type="button" onClick={open} className={`${actionStyle.primary} w-full gap-1.5`}>
        {words.support}
        {total ? <span className="tabular-nums">{`· ${formatTotal(language, total)} SOL`}</span> : null}
      </button>
    </div>
  )
}

function useIsAway(panel: RefObject<HTMLElement | null>): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setIsAway(entries.at(-1)?.isIntersecting === false),
      // Less of the panel than the bar itself would cover is not in sight yet.
      { rootMargin: '-64px 0px -80px' },
    )
    if (panel.current) observer.observe(panel.current)
    return () => observer.disconnect()
  }, [panel])
  return isAway
}
