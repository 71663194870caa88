import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '../../../ui/copy-text.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useDonationsMessages } from '../use-messages.ts'

export function ReceivingAddress({ address }: { address: string }) {
  const words = useDonationsMessages()
  const shown = useRef<HTMLElement>(null)

  async function copy(): Promise<void> {
    if (await copyText(address)) {
      showToast({ title: words.addressCopied, description: words.addressCopiedText, variant: 'success' })
      return
    }
    if (shown.current) getSelection()?.selectAllChildren(shown.current)
    showToast({ title: words.addressSelected, description: words.addressSelectedText })
  }

  return (
    <div className="rounded-xl border border-line bg-paper px-4 pt-3 text-sm">
      <p>
        <span className="block text-muted">{words.address}</span>
        <code ref={shown} translate="no" className="wrap-anywhere select-all font-mono">
          {address}
        </code>
      </p>
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-quest-text"
        onClick={() => void copy()}
      >
        <Copy aria-hidden="true" className="size-4" />
        {words.copyAddress}
      </button>
    </div>
  )
}
