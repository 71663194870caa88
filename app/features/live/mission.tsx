import { actionStyle } from '../../ui/action-style.ts'
import { STREAM_ID } from './contract.ts'
import { useLiveMessages } from './use-messages.ts'

export function Mission() {
  const words = useLiveMessages()

  function showStream(): void {
    const stream = document.getElementById(STREAM_ID)
    stream?.scrollIntoView({ block: 'center' })
    stream?.focus({ preventScroll: true })
  }

  return (
    <section aria-labelledby="mission-title" className="rounded-2xl border border-line bg-surface p-6">
      <h2 id="mission-title" className="mb-3 font-bold text-xl">
        {words.mission}
      </h2>
      <p className="mb-5 text-pretty text-muted">{words.missionText}</p>
      <button type="button" className={actionStyle.primary} onClick={showStream}>
        {words.startMyDay}
      </button>
    </section>
  )
}
