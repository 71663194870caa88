import type { ReactNode } from 'react'
import { actionStyle } from '../../ui/action-style.ts'
import { STREAM_ID } from './contract.ts'
import { useLiveMessages } from './use-messages.ts'

type Props = {
  /** Instead of the site’s own words. */
  text?: { text: string; lang: string } | undefined
  steps?: ReactNode
}

export function Mission({ text, steps }: Props) {
  const words = useLiveMessages()

  function showStream(): void {
    const stream = document.getElementById(STREAM_ID)
    stream?.scrollIntoView({ block: 'center' })
    stream?.focus({ preventScroll: true })
  }

  return (
    <section
      aria-labelledby="mission-title"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-2xl border border-line bg-surface px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="mission-title" className="mb-1 font-bold text-lg">
          {words.mission}
        </h2>
        <p lang={text?.lang} className="text-pretty break-words text-muted">
          {text?.text ?? words.missionText}
        </p>
      </div>
      <button type="button" className={actionStyle.quiet} onClick={showStream}>
        {words.startMyDay}
      </button>
      {steps}
    </section>
  )
}
