import { type FormEvent, useState } from 'react'
import type { CurrentCap } from '../../features/roadmap/contract.ts'
import { MAX_CAP_USD } from '../../features/roadmap/limits.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill, formatCompact } from '../../platform/browser/messages.tsx'
import { localDay } from '../../platform/time/local-day.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

const ADDRESS = '/api/current-cap'
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export function CapForm({ cap, onChanged }: { cap: CurrentCap | null; onChanged(): Promise<unknown> }) {
  const [today] = useState(() => localDay(new Date()))
  const [amount, setAmount] = useState(cap ? String(cap.usd) : '')
  const [day, setDay] = useState(today)
  const [isChecked, setIsChecked] = useState(false)
  const { run, isRunning, problem } = useAction()
  const usd = /^\d{1,15}$/.test(amount.trim()) ? Number(amount) : 0
  const isAmountWrong = usd < 1 || usd > MAX_CAP_USD
  const isDayWrong = day === '' || day > today

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsChecked(true)
    if (isAmountWrong || isDayWrong) return
    run(async () => {
      await sendJson('PUT', ADDRESS, { usd, as_of: day })
      await onChanged()
    })
  }

  function unset(): void {
    if (!window.confirm(words.confirmUnset)) return
    run(async () => {
      await sendJson('DELETE', ADDRESS)
      setAmount('')
      setIsChecked(false)
      await onChanged()
    })
  }

  return (
    <Panel id="cap" title={words.capTitle}>
      <p role="status" className="mb-4">
        {cap === null ? words.capSoon : describe(cap)}
      </p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <TextField
          label={words.amount}
          error={isChecked && isAmountWrong ? words.amountWrong : undefined}
          inputMode="numeric"
          required
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        <TextField
          label={words.day}
          error={isChecked && isDayWrong ? words.dayWrong : undefined}
          type="date"
          max={today}
          required
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <ProblemLine problem={problem} />
        <div className="flex flex-wrap gap-3">
          <button type="submit" className={actionStyle.primary} aria-disabled={isRunning}>
            {words.setCap}
          </button>
          {cap && (
            <button type="button" className={actionStyle.danger} aria-disabled={isRunning} onClick={unset}>
              {words.unsetCap}
            </button>
          )}
        </div>
      </form>
    </Panel>
  )
}

function describe({ usd, as_of }: CurrentCap): string {
  return fill(words.capIs, { cap: formatCompact('en', usd), day: DAY.format(new Date(as_of)) })
}
