import { toSolText } from '../../features/donations/contract.ts'
import type { LastReconciliation } from '../../features/donations/review/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { formatTime } from '../parts/format-time.ts'
import { reconciliations, words } from './words.ts'

export function Reconciliation({ last }: { last: LastReconciliation | null }) {
  if (last === null) return <p className="mt-4 text-pretty text-muted">{words.neverReconciled}</p>
  const { at, outcome, lamports } = last
  const isWrong = outcome === 'missing' || outcome === 'unbacked'
  return (
    <p className={`mt-4 text-pretty ${isWrong ? 'text-live-text' : 'text-muted'}`}>
      {fill(reconciliations[outcome ?? 'first'], { time: formatTime(at) })}{' '}
      {fill(words.balance, { sol: toSolText(BigInt(lamports)) })}
    </p>
  )
}
