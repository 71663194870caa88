import { type FormEvent, useEffect, useRef } from 'react'
import { fill, useSpeech } from '../../../platform/browser/messages.tsx'
import { actionStyle } from '../../../ui/action-style.ts'
import { Field } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useSite } from '../../../use-site.ts'
import type { Language } from '../../i18n/contract.ts'
import {
  adPriceUsd,
  IMAGE_TYPES,
  KEPT_DAYS,
  MAX_AD_MINUTES,
  MAX_AD_TEXT_LENGTH,
  MAX_BRAND_LENGTH,
  MAX_CONTACT_LENGTH,
} from '../../submissions/contract.ts'
import { formatUsd } from '../format-usd.ts'
import { orderMessages } from './messages.ts'
import { readMinutes } from './order-draft.ts'
import { useOrder } from './use-order.ts'

export type OrderDialogProps = { onClose(): void }

/** Loaded when somebody wants to advertise. */
export function OrderDialog({ onClose }: OrderDialogProps) {
  const { language } = useSpeech()
  const words = orderMessages[language as Language]
  const { adPriceUsdPerMinute } = useSite()
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => dialog.current?.showModal(), [])

  const order = useOrder(words, adPriceUsdPerMinute, () => {
    dialog.current?.close()
    showToast({ title: words.sent, description: words.sentText, variant: 'success' })
  })
  const { draft, edit, faults } = order
  const minutes = readMinutes(draft.minutes)
  const price = minutes === undefined ? '–' : formatUsd(language, adPriceUsd(minutes, adPriceUsdPerMinute))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (order.send()) return
    // After the faults are in the page.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="order-title"
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-lg rounded-3xl border border-line bg-surface p-5 text-text backdrop:bg-black/60 sm:p-8"
    >
      <h2 id="order-title" className="mb-3 text-balance font-bold text-2xl">
        {words.title}
      </h2>
      <p className="mb-6 text-pretty text-muted">{words.lead}</p>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label={words.brand}
          error={faults.brand}
          required
          autoComplete="organization"
          maxLength={MAX_BRAND_LENGTH}
          value={draft.brand}
          onChange={edit('brand')}
        />
        <TextField
          label={words.contact}
          note={words.contactNote}
          error={faults.contact}
          required
          autoComplete="email"
          autoCapitalize="none"
          maxLength={MAX_CONTACT_LENGTH}
          value={draft.contact}
          onChange={edit('contact')}
        />
        <TextField
          label={words.minutes}
          error={faults.minutes}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_AD_MINUTES}
          step={1}
          required
          value={draft.minutes}
          onChange={edit('minutes')}
        />
        <p aria-live="polite" className="flex items-baseline gap-3 pb-2 font-semibold">
          {words.price}
          <output className="font-bold font-display text-2xl text-quest-text tabular-nums">{price}</output>
        </p>
        <TextField
          label={words.when}
          note={fill(words.whenNote, { zone: order.timeZone })}
          error={faults.when}
          type="datetime-local"
          required
          value={draft.when}
          onChange={edit('when')}
        />
        <Field
          label={words.text}
          error={faults.text}
          control={(props) => (
            <textarea
              {...props}
              rows={3}
              maxLength={MAX_AD_TEXT_LENGTH}
              value={draft.text}
              onChange={edit('text')}
            />
          )}
        />
        <Field
          label={words.image}
          note={words.imageNote}
          error={faults.image}
          control={(props) => (
            <input
              {...props}
              type="file"
              accept={IMAGE_TYPES.join(',')}
              onChange={(event) => order.setImage(event.target.files?.[0])}
            />
          )}
        />
        <p className="text-pretty text-muted text-sm">{fill(words.privacy, { days: KEPT_DAYS })}</p>
        <p role="alert" className="text-pretty text-live-text empty:hidden">
          {order.failure}
        </p>
        <div className="flex flex-wrap gap-3">
          <button type="submit" className={actionStyle.primary} aria-disabled={order.isSending}>
            {order.isSending ? words.sending : words.send}
          </button>
          <button type="button" className={actionStyle.quiet} onClick={() => dialog.current?.close()}>
            {words.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}
