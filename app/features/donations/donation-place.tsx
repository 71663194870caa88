import { useMessages } from '../../platform/messages.tsx'
import type { DonationsMessages } from './messages.ts'

export function DonationPlace() {
  const words = useMessages<DonationsMessages>('donations')
  return (
    <section aria-labelledby="donations-title" className="rounded-2xl border border-line border-dashed p-6">
      <h2 id="donations-title" className="mb-3 font-bold text-xl">
        {words.title}
      </h2>
      <p className="text-pretty text-muted">{words.soon}</p>
    </section>
  )
}
