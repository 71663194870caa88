import { type ComponentType, useState } from 'react'
import { fill, formatCompact, useSpeech } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { showToast } from '../../ui/toast.tsx'
import { useSite } from '../../use-site.ts'
import { formatUsd } from './format-usd.ts'
import type { OrderDialogProps } from './order/order-dialog.tsx'
import { useAdsMessages } from './use-messages.ts'

type Props = {
  /** Somebody reads what advertisers want. */
  takesRequests: boolean
}
type Dialog = { Component: ComponentType<OrderDialogProps> }

export function Advertise({ takesRequests }: Props) {
  const words = useAdsMessages()
  const [dialog, setDialog] = useState<Dialog>()
  const { language } = useSpeech()
  const { adPriceUsdPerMinute, monthlyViews } = useSite()
  const price = formatUsd(language, adPriceUsdPerMinute)
  const views = formatCompact(language, monthlyViews)

  async function advertise(): Promise<void> {
    if (!takesRequests) return showToast({ title: words.soon, description: words.soonText })
    try {
      const { OrderDialog } = await import('./order/order-dialog.tsx')
      setDialog({ Component: OrderDialog })
    } catch {
      showToast({ title: words.soon, description: words.soonText })
    }
  }

  return (
    <section
      aria-labelledby="ads-title"
      className="mt-8 overflow-hidden rounded-3xl border border-line bg-linear-to-br from-quest/15 to-live/10"
    >
      <ColourBars />
      <div className="grid items-center gap-x-12 gap-y-6 p-5 sm:p-8 lg:grid-cols-2">
        <div className="min-w-0">
          <p className="mb-2 font-bold text-quest-text text-sm">{words.audience}</p>
          <h2 id="ads-title" className="mb-3 text-balance break-words font-bold text-2xl md:text-3xl">
            {words.title}
          </h2>
          <p className="text-pretty text-muted">{words.lead}</p>
        </div>
        <dl className="grid min-w-0 gap-3 sm:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Fact label={words.price} text={words.priceText} figure={price} />
          <Fact label={words.views} text={words.viewsText} figure={views} />
        </dl>
        <button type="button" className={`${actionStyle.quiet} justify-self-start`} onClick={advertise}>
          {words.advertise}
        </button>
        {dialog && <dialog.Component onClose={() => setDialog(undefined)} />}
      </div>
    </section>
  )
}

/** The test picture of a television between two programmes. */
function ColourBars() {
  return (
    <div aria-hidden="true" className="flex h-2">
      {['bg-text', 'bg-quest', 'bg-online', 'bg-muted', 'bg-live', 'bg-line'].map((colour) => (
        <span key={colour} className={`flex-1 ${colour}`} />
      ))}
    </div>
  )
}

/** A phrase in which the figure, with the signs that touch it, stands out. */
function Fact({ label, text, figure }: { label: string; text: string; figure: string }) {
  const [before, marked = '', after] = text.split(/(\S*\{figure\}\S*)/)
  return (
    <div className="min-w-0 rounded-2xl border border-line bg-surface p-5">
      <dt className="mb-1 text-muted text-sm">{label}</dt>
      <dd className="hyphens-auto break-words">
        {before}
        <span className="font-bold font-display text-4xl text-quest-text tabular-nums">
          {fill(marked, { figure })}
        </span>
        {after}
      </dd>
    </div>
  )
}
