import { useSpeech } from '../../platform/browser/messages.tsx'
import { site } from '../../site.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { SectionTitle } from '../../ui/section-title.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useAdsMessages } from './use-messages.ts'

export function Advertise() {
  const words = useAdsMessages()
  const { language } = useSpeech()
  const price = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(site.adPriceUsdPerMinute)
  return (
    <section aria-labelledby="ads-title" className="py-12">
      <SectionTitle id="ads-title">{words.title}</SectionTitle>
      <p className="-mt-4 mb-6 text-muted">{words.lead}</p>
      <dl className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
        <Figure label={words.price} value={price} />
        <Figure label={words.views} value={site.monthlyViews} />
      </dl>
      <button
        type="button"
        className={actionStyle.quiet}
        onClick={() => showToast({ title: words.soon, description: words.soonText })}
      >
        {words.advertise}
      </button>
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="rounded-2xl border border-line bg-surface p-6">
      <dt className="text-muted">{label}</dt>
      <dd className="font-bold font-display text-4xl text-quest-text tabular-nums">{value}</dd>
    </div>
  )
}
