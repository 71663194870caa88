import { useState } from 'react'
import type { SolanaNetwork } from '../../features/donations/contract.ts'
import { explorerUrl } from '../../features/donations/explorer-url.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { words } from './words.ts'

const LINK = 'inline-flex min-h-11 items-center font-semibold text-sm underline'

export function Transaction({ hash, network }: { hash: string; network: SolanaNetwork }) {
  const [isCopied, setIsCopied] = useState(false)
  const short = `${hash.slice(0, 6)}…${hash.slice(-4)}`
  return (
    <div>
      <p className="text-muted text-sm">{words.signature}</p>
      <code translate="no" className="select-all break-all text-sm">
        {hash}
      </code>
      <p className="flex flex-wrap gap-x-6">
        <button
          type="button"
          className={LINK}
          aria-label={fill(words.copyHash, { hash: short })}
          onClick={async () => setIsCopied(await copyText(hash))}
        >
          {isCopied ? words.copied : words.copy}
        </button>
        {network !== 'localnet' && (
          <a
            href={explorerUrl(hash, network)}
            target="_blank"
            rel="noreferrer"
            className={LINK}
            aria-label={fill(words.explorerOf, { hash: short })}
          >
            {words.explorer}
          </a>
        )}
      </p>
    </div>
  )
}
