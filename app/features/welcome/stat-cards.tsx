import { CircleDollarSign, type LucideIcon, Radio, User, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconTile } from '../../ui/icon-tile.tsx'
import { useWelcomeMessages } from './use-messages.ts'

const ACTIVE_NPCS = 1
const LIVE_STREAM = '24/7'

type Props = {
  online: ReactNode
  /** Without one, it comes soon. */
  cap: { amount: ReactNode; date: ReactNode } | null
}

/** Slots: what they show belongs to other features. */
export function StatCards({ online, cap }: Props) {
  const words = useWelcomeMessages()
  return (
    <section aria-label={words.stats}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line forced-colors:bg-[CanvasText] lg:grid-cols-4">
        <Stat id="active-npcs" Icon={User} label={words.activeNpcs} value={ACTIVE_NPCS} />
        <Stat id="online-users" Icon={Users} label={words.onlineUsers} value={online} />
        <Stat
          id="current-cap"
          Icon={CircleDollarSign}
          label={words.currentCap}
          value={cap === null ? words.soon : cap.amount}
          note={cap?.date}
        />
        <Stat id="live-stream" Icon={Radio} label={words.liveStream} value={LIVE_STREAM} />
      </dl>
    </section>
  )
}

type StatProps = { id: string; Icon: LucideIcon; label: string; value: ReactNode; note?: ReactNode }

function Stat({ id, Icon, label, value, note }: StatProps) {
  return (
    <div className="relative flex min-w-0 flex-col justify-center gap-0.5 bg-surface p-3 sm:p-4 sm:pl-18">
      <dt className="min-w-0 hyphens-auto break-words text-muted text-sm">
        <IconTile
          Icon={Icon}
          className={`absolute right-3 bottom-4 max-[359px]:hidden sm:top-1/2 sm:left-4 sm:size-10 sm:-translate-y-1/2 sm:rounded-xl sm:bg-quest/15${note ? ' max-sm:hidden' : ''}`}
        />
        {label}
      </dt>
      <dd
        data-testid={`stat-${id}`}
        className={`mt-auto break-words font-bold font-display text-2xl ${note ? SMALLER : 'leading-tight'} tabular-nums`}
      >
        {value}
      </dd>
      {note && <Note>{note}</Note>}
    </div>
  )
}

/** On the narrowest cards, in a line as high as that of the other cards. */
const SMALLER = 'leading-[1.875rem] max-sm:text-xl lg:max-xl:text-xl'

/** Beside the value, where it moves nothing. */
function Note({ children }: { children: ReactNode }) {
  return (
    <dd className="absolute right-3 bottom-3 max-w-[4.25rem] text-right text-[0.6875rem] text-muted leading-[0.9375rem] sm:right-4 sm:bottom-4 sm:max-w-[45%] sm:text-xs lg:max-w-[4.5rem]">
      {children}
    </dd>
  )
}
