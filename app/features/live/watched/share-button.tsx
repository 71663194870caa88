import { Share2 } from 'lucide-react'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import { actionStyle } from '../../../ui/action-style.ts'
import { showToast } from '../../../ui/toast.tsx'
import { addressIn, type Language } from '../../i18n/contract.ts'
import { LIVE_NPC_PATH } from '../../npcs/contract.ts'
import { useLiveMessages } from '../use-messages.ts'
import { shareLink } from './share-link.ts'

export function ShareButton({ title }: { title: string }) {
  const words = useLiveMessages()
  const { language } = useSpeech()

  async function share(): Promise<void> {
    const url = new URL(addressIn(language as Language, LIVE_NPC_PATH), location.origin).href
    const outcome = await shareLink({ title, url })
    if (outcome === 'copied') showToast({ title: words.linkCopied, description: words.linkCopiedText })
    if (outcome === 'failed')
      showToast({ title: words.linkNotCopied, description: url, variant: 'destructive' })
  }

  return (
    <button type="button" onClick={() => void share()} className={`${actionStyle.quiet} gap-2`}>
      <Share2 aria-hidden="true" className="size-4" />
      {words.share}
    </button>
  )
}
