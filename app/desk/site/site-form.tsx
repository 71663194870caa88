import { type ComponentProps, type FormEvent, useState } from 'react'
import { SITE_FIELDS, type SiteFields } from '../../features/site-details/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { keepTyped } from '../parts/keep-typed.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { FooterPreview } from './footer-preview.tsx'
import { findChange, findFaults, toDraft } from './site-draft.ts'
import { words } from './words.ts'

type Props = { own: Partial<SiteFields>; defaults: SiteFields }

const KINDS: Record<keyof SiteFields, ComponentProps<'input'>> = {
  name: {},
  social_url: { type: 'url', inputMode: 'url' },
  company: {},
  ad_price_usd: { inputMode: 'numeric' },
  monthly_views: { inputMode: 'numeric' },
}

export function SiteForm({ own, defaults }: Props) {
  const [stored, setStored] = useState(own)
  const [draft, setDraft] = useState(() => toDraft(own))
  const [isChecked, setIsChecked] = useState(false)
  const [outcome, setOutcome] = useState('')
  const { run, isRunning, problem } = useAction()
  const faults = findFaults(draft)
  const changed = findChange(draft, stored)

  function change(field: keyof SiteFields, value: string): void {
    setOutcome('')
    setDraft((now) => ({ ...now, [field]: value }))
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    setOutcome('')
    if (Object.keys(faults).length > 0) return
    if (changed === undefined) return void setOutcome(words.nothing)
    run(async () => {
      const saved = await sendJson<{ own: Partial<SiteFields> }>('PUT', '/api/site-details', changed)
      setStored(saved.own)
      setDraft((typed) => keepTyped(toDraft(saved.own), draft, typed))
      setOutcome(words.saved)
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {SITE_FIELDS.map((field) => (
        <div key={field} className="flex flex-col items-start">
          <div className="w-full">
            <TextField
              {...KINDS[field]}
              label={words[field]}
              error={isChecked ? faults[field] : undefined}
              placeholder={String(defaults[field])}
              value={draft[field]}
              onChange={({ target }) => change(field, target.value)}
            />
          </div>
          {draft[field].trim() === '' ? (
            <p className="flex min-h-11 items-center text-muted text-sm">{words.isDefault}</p>
          ) : (
            <div className="flex w-full flex-wrap items-center justify-between gap-x-4">
              <p className="min-w-0 break-words text-muted text-sm">
                {fill(words.isOwn, { value: defaults[field] })}
              </p>
              <button
                type="button"
                className="min-h-11 font-semibold underline"
                aria-label={fill(words.useDefaultOf, { field: words[field] })}
                onClick={() => change(field, '')}
              >
                {words.useDefault}
              </button>
            </div>
          )}
        </div>
      ))}
      <FooterPreview
        company={draft.company.trim() || defaults.company}
        socialUrl={draft.social_url.trim() || defaults.social_url}
      />
      <ProblemLine problem={problem} />
      <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
        {words.save}
      </button>
      <p role="status" className="empty:hidden">
        {changed === undefined && outcome}
      </p>
    </form>
  )
}
