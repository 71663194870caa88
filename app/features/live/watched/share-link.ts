import { copyText } from '../../../ui/copy-text.ts'

type Link = { title: string; url: string }
type Sharing = { share?(link: Link): Promise<void> }

/** Opens the system's share sheet; copies the address where there is none. */
export async function shareLink(
  link: Link,
  { share }: Sharing = { share: navigator.share?.bind(navigator) },
  copy = copyText,
): Promise<'shared' | 'cancelled' | 'copied' | 'failed'> {
  try {
    if (share) {
      await share(link)
      return 'shared'
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
  }
  return (await copy(link.url)) ? 'copied' : 'failed'
}
