import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { actionStyle } from '../../ui/action-style.ts'
import { Field } from '../../ui/field.tsx'
import { SectionTitle } from '../../ui/section-title.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useEarlyText } from '../../ui/use-early-text.ts'
import { useOnboardingMessages } from './use-messages.ts'

/** The target of links to the form. */
export const APPLICATION_ID = 'apply'

const EMPTY = { name: '', xAccount: '', reason: '' }
export type ApplicationDraft = typeof EMPTY

type Props = {
  /** False: something else is missing, and has the focus. */
  onSubmit?: (draft: ApplicationDraft, isComplete: boolean) => Promise<boolean>
  submitLabel?: string | undefined
  isSubmitting?: boolean
  /** Below the X account. */
  reach?: ReactNode
  /** Above the button. */
  end?: ReactNode
}

/** By itself it submits nothing: without names the controls do not even when scripts are off. */
export function ApplicationForm({ onSubmit, submitLabel, isSubmitting = false, reach, end }: Props) {
  const words = useOnboardingMessages()
  const [form, setForm] = useState(EMPTY)
  const [isChecked, setIsChecked] = useState(false)
  const nameInput = useRef<HTMLInputElement>(null)
  const reasonInput = useRef<HTMLTextAreaElement>(null)

  const isNameMissing = form.name.trim() === ''
  const isReasonMissing = form.reason.trim() === ''
  const edit = (field: keyof typeof EMPTY) => (event: { target: { value: string } }) =>
    setForm((form) => ({ ...form, [field]: event.target.value }))
  useEarlyText(reasonInput, form.reason, (value) => edit('reason')({ target: { value } }))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const firstMissing = isNameMissing ? nameInput : isReasonMissing ? reasonInput : undefined
    if (firstMissing) {
      setIsChecked(true)
      firstMissing.current?.focus()
    }
    if (onSubmit && !(await onSubmit(form, firstMissing === undefined))) return
    if (firstMissing) return
    window.alert(words.submitted)
    setForm(EMPTY)
    setIsChecked(false)
  }

  return (
    <section
      id={APPLICATION_ID}
      aria-labelledby="apply-title"
      className="rounded-3xl border-2 border-line bg-surface p-5 sm:p-8"
    >
      <SectionTitle id="apply-title">{words.formTitle}</SectionTitle>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label={words.name}
          error={isChecked && isNameMissing ? words.nameMissing : undefined}
          ref={nameInput}
          required
          autoComplete="name"
          maxLength={200}
          value={form.name}
          onChange={edit('name')}
        />
        <TextField
          label={words.xAccount}
          note={words.optional}
          placeholder="@"
          maxLength={200}
          value={form.xAccount}
          onChange={edit('xAccount')}
        />
        {reach}
        <Field
          label={words.reason}
          error={isChecked && isReasonMissing ? words.reasonMissing : undefined}
          control={(props) => (
            <textarea
              {...props}
              ref={reasonInput}
              required
              rows={5}
              maxLength={5_000}
              value={form.reason}
              onChange={edit('reason')}
            />
          )}
        />
        {end}
        <button type="submit" className={actionStyle.primary} aria-disabled={isSubmitting ? true : undefined}>
          {submitLabel ?? words.submit}
        </button>
      </form>
    </section>
  )
}
