import { CircleDollarSign, type LucideIcon, Radio, User, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWelcomeMessages } from './use-messages.ts'

const ACTIVE_NPCS = 1
const LIVE_STREAM = '24/7'

/** `online` is a slot: the number of visitors belongs to another feature. */
export function StatCards({ online }: { online: ReactNode }) {
  const words = useWelcomeMessages()
  return (
    <section aria-label={words.stats}>
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Stat id="active-npcs" Icon={User} label={words.activeNpcs} value={ACTIVE_NPCS} />
        <Stat id="online-users" Icon={Users} label={words.onlineUsers} value={online} />
        <Stat id="current-cap" Icon={CircleDollarSign} label={words.currentCap} value={words.soon} />
        <Stat id="live-stream" Icon={Radio} label={words.liveStream} value={LIVE_STREAM} />
      </dl>
    </section>
  )
}

function Stat({ id, Icon, label, value }: { id: string; Icon: LucideIcon; label: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2 rounded-2xl border border-line bg-surface p-5">
      <dt className="flex items-center gap-2 text-muted text-sm">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-quest-text" />
        <span className="min-w-0 hyphens-auto break-words">{label}</span>
      </dt>
      <dd
        data-testid={`stat-${id}`}
        className="mt-auto break-words font-bold font-display text-2xl tabular-nums sm:text-3xl"
      >
        {value}
      </dd>
    </div>
  )
}
