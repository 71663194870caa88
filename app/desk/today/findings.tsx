import { CircleCheck, TriangleAlert } from 'lucide-react'
import { fill } from '../../platform/browser/messages.tsx'
import type { Fresh } from '../parts/use-fresh.ts'
import { counted, exactTimeOf } from './describe-amount.ts'
import type { Finding } from './judge-today.ts'
import { words } from './words.ts'

/** First the sum of it all, which a screen reader announces when it changes. */
export function Findings({ findings }: { findings: Finding[] }) {
  const toLookAt = findings.filter(({ advice }) => advice !== undefined)
  return (
    <>
      <p role="status" className="mb-6 text-lg">
        {toLookAt.length === 0 ? words.allFine : counted(words.toLookAt, toLookAt.length)}
      </p>
      <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        {[...toLookAt, ...findings.filter(({ advice }) => advice === undefined)].map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </ul>
    </>
  )
}

function FindingRow({ finding: { id, title, text, advice } }: { finding: Finding }) {
  const isFine = advice === undefined
  const Icon = isFine ? CircleCheck : TriangleAlert
  return (
    <li
      data-finding={id}
      className={`flex min-w-0 gap-3 border-l-4 pl-3 ${isFine ? 'border-line' : 'border-live-text'}`}
    >
      <span className={`mt-0.5 shrink-0 ${isFine ? 'text-online' : 'text-live-text'}`}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 break-words">
        <p className="text-muted text-sm">
          {title}:{' '}
          <span className={isFine ? '' : 'font-bold text-live-text'}>{isFine ? words.fine : words.look}</span>
        </p>
        <p>{text}</p>
        {advice && <p className="mt-1 text-pretty text-sm">{advice}</p>}
      </div>
    </li>
  )
}

/** When the values were read; and, if they cannot be read any more, why. */
export function Freshness({ fresh: { readAt, problem } }: { fresh: Fresh<unknown> }) {
  if (readAt === undefined) return null
  const time = exactTimeOf(readAt)
  if (problem === undefined) return <p className="mt-6 text-muted text-sm">{fill(words.asOf, { time })}</p>
  return (
    <p role="alert" className="mt-6 text-live-text">
      {fill(words.stale, { time, problem })}{' '}
      <a href={location.pathname} className="inline-flex min-h-11 items-center font-semibold underline">
        {words.loadAgain}
      </a>
    </p>
  )
}
