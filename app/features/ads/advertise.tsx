import { fill, formatCompact, useSpeech } from '../../platform/browser/messages.tsx'
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
  const views = formatCompact(language, site.monthlyViews)
  return (
    <section aria-labelledby="ads-title" className="py-12">
      <SectionTitle id="ads-title">{words.title}</SectionTitle>
      <p className="-mt-4 mb-6 text-muted">{words.lead}</p>
      <dl className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-2">
        <Fact label={words.price} text={words.priceText} figure={price} />
        <Fact label={words.views} text={words.viewsText} figure={views} />
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

/** A phrase in which the figure, with the signs that touch it, stands out. */
function Fact({ label, text, figure }: { label: string; text: string; figure: string }) {
  const [before, marked = '', after] = text.split(/(\S*\{figure\}\S*)/)
  return (
    <div className="rounded-2xl border border-line bg-surface p-6">
      <dt className="text-muted">{label}</dt>
      <dd>
        {before}
        <span className="font-bold font-display text-4xl text-quest-text tabular-nums">
          {fill(marked, { figure })}
        </span>
        {after}
      </dd>
    </div>
  )
}
