import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { actionStyle } from '../../../ui/action-style.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { showToast } from '../../../ui/toast.tsx'
import { useDonationsMessages } from '../use-messages.ts'

export function ReceivingAddress({ address }: { address: string }) {
  const words = useDonationsMessages()
  const shown = useRef<HTMLElement>(null)

  async function copy(): Promise<void> {
    if (await copyText(address)) {
      showToast({ title: words.addressCopied, description: words.addressCopiedText })
      return
    }
    if (shown.current) getSelection()?.selectAllChildren(shown.current)
    showToast({ title: words.addressSelected, description: words.addressSelectedText })
  }

  return (
    <div className="flex flex-col gap-3 rounded-xl border border-line bg-paper p-4">
      <p>
        <span className="block text-muted text-sm">{words.address}</span>
        <code ref={shown} translate="no" className="wrap-anywhere select-all font-mono text-sm">
          {address}
        </code>
      </p>
      <button type="button" className={`${actionStyle.quiet} gap-2 self-start`} onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-4" />
        {words.copyAddress}
      </button>
    </div>
  )
}
