import { nameNetwork } from '../../features/site-details/name-network.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { words } from './words.ts'

export function FooterPreview({ company, socialUrl }: { company: string; socialUrl: string }) {
  return (
    <section aria-labelledby="footer-preview" className="rounded-2xl border border-line bg-paper p-4 text-sm">
      <h3 id="footer-preview" className="mb-2 font-semibold">
        {words.preview}
      </h3>
      <p className="break-words text-muted">{company}</p>
      <p className="break-words font-semibold underline underline-offset-4">
        {URL.canParse(socialUrl) && fill(words.follow, { network: nameNetwork(socialUrl).name })}
      </p>
    </section>
  )
}
