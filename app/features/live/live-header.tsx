import { Badge } from '../../ui/badge.tsx'
import type { Stream } from './contract.ts'
import { useLiveMessages } from './use-messages.ts'

/** The badge belongs to the page as the specification has it; it follows the stream once there has been one. */
export function LiveHeader({ stream }: { stream: Stream }) {
  const words = useLiveMessages()
  const isShown = stream.state === 'live' || !(stream.was_published || stream.stopped_by)
  return (
    <div className="flex flex-wrap items-center gap-3 py-5">
      <h1 className="font-black text-2xl md:text-3xl">{words.title}</h1>
      <span className={isShown ? undefined : 'invisible'}>
        <Badge tone="live">{words.live}</Badge>
      </span>
    </div>
  )
}
