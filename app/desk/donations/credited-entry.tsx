import { ANONYMOUS, type SolanaNetwork, toSolText } from '../../features/donations/contract.ts'
import type { CreditedPayment } from '../../features/donations/review/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../parts/format-time.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { Donor } from './donor.tsx'
import { formatLamports } from './format-lamports.ts'
import { Transaction } from './transaction.tsx'
import { proofs, words } from './words.ts'

type Props = {
  payment: CreditedPayment
  network: SolanaNetwork
  /** Undefined for those who only read. */
  onChanged: ((txHash: string) => Promise<unknown>) | undefined
}

export function CreditedEntry({ payment, network, onChanged }: Props) {
  const { tx_hash, npc_id, lamports, username, x_account, is_name_hidden, proof, paid_at } = payment
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="text-lg">{fill(words.sol, { sol: toSolText(BigInt(lamports)) })}</strong>
        <span className="text-muted text-sm">
          {fill(words.lamports, { lamports: formatLamports(lamports) })}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Donor username={username} xAccount={x_account} /> {fill(words.ofNpc, { npc: npc_id })}
        {is_name_hidden && <Badge tone="outline">{words.hidden}</Badge>}
      </p>
      {is_name_hidden && <p className="text-muted text-sm">{words.hiddenNote}</p>}
      <p className="text-pretty text-muted text-sm">{proofs[proof]}</p>
      <p className="text-muted text-sm">
        {paid_at === null ? words.paidUnknown : fill(words.paidAt, { time: formatTime(paid_at) })}
      </p>
      <Transaction hash={tx_hash} network={network} />
      {onChanged && isNamed(payment) && <NameButton payment={payment} onChanged={onChanged} />}
    </div>
  )
}

/** There is something to hide, or something hidden. */
function isNamed({ username, x_account, is_name_hidden }: CreditedPayment): boolean {
  return is_name_hidden || x_account !== null || username !== ANONYMOUS
}

type ButtonProps = { payment: CreditedPayment; onChanged(txHash: string): Promise<unknown> }

function NameButton({ payment, onChanged }: ButtonProps) {
  const { tx_hash, username, x_account, is_name_hidden } = payment
  const { run, isRunning, problem } = useAction()
  const label = fill(is_name_hidden ? words.showNameOf : words.hideNameOf, { name: username })
  return (
    <>
      <ProblemLine problem={problem} />
      <button
        type="button"
        className={`${actionStyle.quiet} self-start`}
        aria-label={label}
        aria-disabled={isRunning}
        onClick={() =>
          run(async () => {
            const change = { is_name_hidden: !is_name_hidden, username, x_account }
            try {
              await sendJson('PUT', `/api/donations/${tx_hash}/name`, change)
            } finally {
              await onChanged(tx_hash)
            }
          })
        }
      >
        {is_name_hidden ? words.show : words.hide}
      </button>
    </>
  )
}
