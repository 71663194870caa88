import { useRef, useState } from 'react'
import { fill } from '../../../platform/browser/messages.tsx'
import { site } from '../../../site.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { KEPT_DAYS } from '../../submissions/contract.ts'
import { type ApplicationDraft, ApplicationForm } from '../application-form.tsx'
import { useDelivery } from './use-delivery.ts'

/** The form of a site whose operators read applications. */
export function DeliveredForm() {
  const { words, isSending, failure, deliver } = useDelivery()
  const [isAdult, setIsAdult] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const age = site.minimumAge

  async function submit(draft: ApplicationDraft, isComplete: boolean): Promise<boolean> {
    setIsChecked(true)
    if (isComplete && !isAdult) box.current?.focus()
    if (!isComplete || !isAdult) return false
    const { name, xAccount, reason } = draft
    const isDelivered = await deliver({ name, x_account: xAccount, reason, is_adult: isAdult })
    if (!isDelivered) return false
    setIsAdult(false)
    setIsChecked(false)
    return true
  }

  return (
    <ApplicationForm
      onSubmit={submit}
      submitLabel={isSending ? words.sending : undefined}
      isSubmitting={isSending}
      reach={<p className="-mt-3 pb-2 text-pretty text-muted text-sm">{words.reach}</p>}
      end={
        <>
          <CheckboxField
            label={fill(words.adult, { age })}
            error={isChecked && !isAdult ? fill(words.adultMissing, { age }) : undefined}
            isChecked={isAdult}
            onChange={setIsAdult}
            ref={box}
          />
          <p className="text-pretty text-muted text-sm">{fill(words.privacy, { days: KEPT_DAYS })}</p>
          <p role="alert" className="text-pretty text-live-text empty:hidden">
            {failure}
          </p>
        </>
      }
    />
  )
}
