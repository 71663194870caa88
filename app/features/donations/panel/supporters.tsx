import { Copy, ExternalLink } from 'lucide-react'
import { fill, useSpeech } from '../../../platform/browser/messages.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { showToast } from '../../../ui/toast.tsx'
import { ANONYMOUS, type SolanaNetwork, type Supporter } from '../contract.ts'
import { formatSol } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'

type Props = { supporters: Supporter[]; network: SolanaNetwork }

/** Has a fixed height, so that a new donation does not move the page below it. */
export function Supporters({ supporters, network }: Props) {
  const words = useDonationsMessages()
  return (
    <div className="flex flex-col gap-3">
      <h3 id="supporters-title" className="font-bold text-lg">
        {words.recent}
      </h3>
      {supporters.length === 0 ? (
        <NoSupporters />
      ) : (
        <ul
          aria-labelledby="supporters-title"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by keyboard too
          tabIndex={0}
          className="-mx-2 h-64 divide-y divide-line overflow-y-auto px-2"
        >
          {supporters.map((supporter) => (
            <SupporterRow key={supporter.id} supporter={supporter} network={network} />
          ))}
        </ul>
      )}
    </div>
  )
}

function NoSupporters() {
  const words = useDonationsMessages()
  return (
    <div className="flex h-64 flex-col items-center justify-center gap-4 rounded-xl border border-line border-dashed p-6 text-center">
      <span
        aria-hidden="true"
        className="flex size-12 items-center justify-center rounded-xl bg-line font-black font-display text-2xl text-quest-text"
      >
        !
      </span>
      <p className="max-w-64 text-balance text-muted">{words.nobodyYet}</p>
    </div>
  )
}

function SupporterRow({ supporter, network }: { supporter: Supporter; network: SolanaNetwork }) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const { username, x_account, amount, tx_hash, created_at } = supporter
  const name = username === ANONYMOUS ? words.anonymous : username
  const sol = `${formatSol(language, amount)} SOL`
  return (
    <li data-testid="supporter" className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <bdi className="font-semibold">{name}</bdi>{' '}
          {x_account && <bdi className="text-muted text-sm">@{x_account}</bdi>}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm tabular-nums">
          <span className="font-semibold">{sol}</span>
          {/* Browsers abbreviate months differently from the server. */}
          <time dateTime={created_at} suppressHydrationWarning className="text-muted">
            {formatDay(language, created_at)}
          </time>
        </p>
      </div>
      <Evidence txHash={tx_hash} network={network} donation={{ name, amount: sol }} />
    </li>
  )
}

type EvidenceProps = { txHash: string; network: SolanaNetwork; donation: { name: string; amount: string } }

/** Links to the payment in an explorer. A local ledger has none, so there the signature can be copied. */
function Evidence({ txHash, network, donation }: EvidenceProps) {
  const words = useDonationsMessages()
  const style =
    '-mr-2 flex size-11 shrink-0 items-center justify-center rounded-xl text-muted hover:text-text'

  if (network === 'localnet') return <CopyTxHash txHash={txHash} donation={donation} style={style} />
  return (
    <a
      href={explorerUrl(txHash, network)}
      target="_blank"
      rel="noreferrer"
      aria-label={fill(words.viewOnExplorer, donation)}
      className={style}
    >
      <ExternalLink aria-hidden="true" className="size-4" />
    </a>
  )
}

function CopyTxHash({ txHash, donation, style }: Omit<EvidenceProps, 'network'> & { style: string }) {
  const words = useDonationsMessages()

  async function copy(): Promise<void> {
    if (await copyText(txHash)) showToast({ title: words.txHashCopied, description: words.txHashCopiedText })
    else showToast({ title: words.error, description: words.notCopied, variant: 'destructive' })
  }

  return (
    <button
      type="button"
      aria-label={fill(words.copyTxHash, donation)}
      className={style}
      onClick={() => void copy()}
    >
      <Copy aria-hidden="true" className="size-4" />
    </button>
  )
}

function explorerUrl(txHash: string, network: SolanaNetwork): string {
  const address = `https://explorer.solana.com/tx/${encodeURIComponent(txHash)}`
  return network === 'mainnet' ? address : `${address}?cluster=${network}`
}

/** In UTC, so that the server and the browser show the same day. */
function formatDay(language: string, moment: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment))
}
