import { Copy, ExternalLink } from 'lucide-react'
import { formatDay } from '../../../platform/browser/format-day.ts'
import { fill, useSpeech } from '../../../platform/browser/messages.tsx'
import { useDay } from '../../../platform/browser/use-day.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { showToast } from '../../../ui/toast.tsx'
import { ANONYMOUS, type SolanaNetwork, type Supporter } from '../contract.ts'
import { explorerUrl } from '../explorer-url.ts'
import { formatSol, SOL_GRADIENT } from '../format-sol.ts'
import { useDonationsMessages } from '../use-messages.ts'

type Props = { supporter: Supporter; network: SolanaNetwork; isNew: boolean }

const GLOW =
  'motion-safe:animate-row-in after:pointer-events-none after:absolute after:inset-y-0 after:-inset-x-3 after:rounded-xl after:opacity-0 motion-safe:after:animate-glow after:bg-quest/20'

/** Every row is equally high, so that one may take the place of another. */
export function SupporterRow({ supporter, network, isNew }: Props) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const { username, x_account, amount, tx_hash, created_at } = supporter
  const name = username === ANONYMOUS ? words.anonymous : username
  const sol = `${formatSol(language, amount)} SOL`
  const day = useDay(created_at)
  return (
    <li data-testid="supporter" className={`relative flex h-12 items-center ${isNew ? GLOW : ''}`}>
      {/* Without a width of its own, a long name cannot widen the page. */}
      <div className="w-0 flex-1">
        <p className="truncate font-semibold leading-5">
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-muted text-xs leading-4">
          {x_account && <bdi>@{x_account}</bdi>}
          {x_account && ' · '}
          <time dateTime={created_at}>{formatDay(language, day)}</time>
        </p>
      </div>
      <span
        className={`ml-3 shrink-0 bg-clip-text font-bold text-sm text-transparent tabular-nums ${SOL_GRADIENT}`}
      >
        {sol}
      </span>
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
    if (await copyText(txHash))
      showToast({ title: words.txHashCopied, description: words.txHashCopiedText, variant: 'success' })
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
