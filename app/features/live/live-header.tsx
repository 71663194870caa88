import { Badge } from '../../ui/badge.tsx'
import { useLiveMessages } from './use-messages.ts'

export function LiveHeader() {
  const words = useLiveMessages()
  return (
    <div className="flex flex-wrap items-center gap-4 py-10">
      <h1 className="font-black text-4xl md:text-5xl">{words.title}</h1>
      <Badge tone="live">{words.live}</Badge>
    </div>
  )
}
