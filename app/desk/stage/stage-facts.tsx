import type { ReactNode } from 'react'
import type { Stage, StageHealth } from '../../features/live/stage/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { formatTime } from '../parts/format-time.ts'
import { words } from './words.ts'

type Fact = [label: string, value: ReactNode]

const MEGABITS = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const SECONDS = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

export function StageFacts({ stage }: { stage: Stage }) {
  const { state, since, stopped, reported_by, health, problem } = stage
  const facts: Fact[] = []
  if (since && !stopped && state !== 'offline') facts.push([words.since, formatTime(since)])
  if (reported_by) facts.push([words.publisher, fill(words.mediaServer, { name: reported_by })])
  if (health && !stopped) facts.push(...describeHealth(health))
  if (problem) facts.push([words.lastRejection, `${problem.sentence} (${formatTime(problem.at)})`])
  if (facts.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function describeHealth({
  instance,
  bits_per_second,
  part_s,
  silent_s,
  delay_s,
  viewers,
}: StageHealth): Fact[] {
  const inMegabits = (bits: number) => fill(words.megabits, { number: MEGABITS.format(bits / 1e6) })
  const inSeconds = (seconds: number) => fill(words.seconds, { seconds: SECONDS.format(seconds) })
  return [
    [words.publisher, instance],
    [words.bitrate, bits_per_second === null ? '–' : inMegabits(bits_per_second)],
    [words.parts, part_s === null ? '–' : inSeconds(part_s)],
    [words.silent, silent_s === null ? '–' : fill(words.ago, { seconds: SECONDS.format(silent_s) })],
    [words.delayNow, inSeconds(delay_s)],
    [words.viewers, String(viewers)],
  ]
}
