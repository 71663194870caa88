import { VideoOff } from 'lucide-react'
import { useMessages } from '../../platform/messages.tsx'
import type { LiveMessages } from './messages.ts'

export const STREAM_ID = 'stream'

/** Where the picture is; an honest slate while there is none. */
export function StreamPlace() {
  const words = useMessages<LiveMessages>('live')
  return (
    <section
      id={STREAM_ID}
      tabIndex={-1}
      aria-label={words.stream}
      className="flex aspect-video flex-col items-center justify-center gap-4 rounded-3xl border border-line bg-surface p-6 text-center"
    >
      <VideoOff aria-hidden="true" className="size-12 text-muted" />
      <p data-testid="stream-state" data-state="offline" className="font-bold font-display">
        {words.offline}
      </p>
      <p className="max-w-md text-muted">{words.slate}</p>
    </section>
  )
}
