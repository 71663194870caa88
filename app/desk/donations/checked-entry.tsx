import { useEffect, useRef, useState } from 'react'
import { type SolanaNetwork, toSolText } from '../../features/donations/contract.ts'
import type { CheckedPayment, ReviewedPayment } from '../../features/donations/review/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { Donor } from './donor.tsx'
import { Transaction } from './transaction.tsx'
import { reasons, statuses, words } from './words.ts'

type Props = {
  payment: CheckedPayment
  network: SolanaNetwork
  onChanged(txHash: string): Promise<ReviewedPayment | undefined>
}

const READ_EVERY_MS = 2_000
const READ_TIMES = 15
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

export function CheckedEntry({ payment, network, onChanged }: Props) {
  const { tx_hash, npc_id, status, reason, username } = payment
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <strong>{statuses[status]}</strong>
        {username !== null && <Donor username={username} xAccount={payment.x_account} />}
        {fill(words.ofNpc, { npc: npc_id })}
      </p>
      <p className="text-pretty">
        {reason === null ? words.noReason : `${reasons[reason].what} ${reasons[reason].next}`}{' '}
        {reason !== null && <code className="text-muted text-sm">{reason}</code>}
      </p>
      <p className="text-pretty text-muted text-sm">{describeClaim(payment)}</p>
      <p className="text-pretty text-muted text-sm">
        {fill(words.attempts, { count: payment.attempts })} {describeNext(payment)}
      </p>
      <Transaction hash={tx_hash} network={network} />
      <CheckButton txHash={tx_hash} onChanged={onChanged} />
    </div>
  )
}

function describeClaim({ username, typed_lamports }: CheckedPayment): string {
  if (username === null || typed_lamports === null) return words.unclaimed
  return fill(words.claimedBy, { name: username, sol: toSolText(BigInt(typed_lamports)) })
}

function describeNext({ next_check_at }: CheckedPayment): string {
  if (next_check_at === null) return ''
  const time = new Date(next_check_at)
  return time.getTime() <= Date.now() ? words.dueNow : fill(words.nextCheckAt, { time: TIME.format(time) })
}

function CheckButton({ txHash, onChanged }: { txHash: string; onChanged: Props['onChanged'] }) {
  const { run, isRunning, problem } = useAction()
  const [isQueued, setIsQueued] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Reads the payment until there is a verdict, for half a minute. */
  function follow(timesLeft: number): void {
    timer.current = setTimeout(async () => {
      const payment = await onChanged(txHash).catch(() => undefined)
      if (payment?.status === 'pending' && timesLeft > 1) follow(timesLeft - 1)
      else setIsQueued(false)
    }, READ_EVERY_MS)
  }

  return (
    <>
      <ProblemLine problem={problem} />
      <p role="status" className="text-pretty text-sm empty:hidden">
        {isQueued && words.queued}
      </p>
      <button
        type="button"
        className={`${actionStyle.quiet} self-start`}
        aria-label={fill(words.checkPaymentAgain, { hash: `${txHash.slice(0, 6)}…${txHash.slice(-4)}` })}
        aria-disabled={isRunning}
        onClick={() =>
          run(async () => {
            await sendJson('POST', `/api/donations/${txHash}/check`)
            setIsQueued(true)
            clearTimeout(timer.current)
            await onChanged(txHash)
            follow(READ_TIMES)
          })
        }
      >
        {words.checkAgain}
      </button>
    </>
  )
}
