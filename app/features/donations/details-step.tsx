import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { fill, useMessages, useSpeech } from '../../platform/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LEAST_LAMPORTS, LONGEST_NAME, parseSol, toSol } from './contract.ts'
import type { DonationsMessages } from './messages.ts'
import { ReceivingAddress } from './receiving-address.tsx'
import { formatSol } from './sol.ts'
import { StepTitle } from './step-title.tsx'
import type { OnType, TypedDonation } from './typed-donation.ts'

type Props = {
  title: RefObject<HTMLHeadingElement | null>
  address: string
  typed: TypedDonation
  onType: OnType
  onContinue(): void
}
type Fault = 'usernameNeeded' | 'amountNeeded' | 'amountUnfit'

/** Without names its controls send nothing, with scripts or without. */
export function DetailsStep({ title, address, typed, onType, onContinue }: Props) {
  const words = useMessages<DonationsMessages>('donations')
  const { language } = useSpeech()
  const [fault, setFault] = useState<Fault>()
  const usernameInput = useRef<HTMLInputElement>(null)
  const amountInput = useRef<HTMLInputElement>(null)

  const type: OnType = (field) => (event) => {
    setFault(undefined)
    onType(field)(event)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = findFault(typed, amountInput.current?.validity.badInput === true)
    if (found === undefined) {
      onContinue()
      return
    }
    setFault(found)
    const input = found === 'usernameNeeded' ? usernameInput : amountInput
    input.current?.focus()
    if (found === 'amountUnfit')
      showToast({ title: words.invalidAmount, description: words.invalidAmountText })
    else showToast({ title: words.missingInformation, description: words.missingInformationText })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <StepTitle ref={title} number={1}>
        {words.details}
      </StepTitle>
      <TextField
        label={words.username}
        error={fault === 'usernameNeeded' ? words.usernameNeeded : undefined}
        ref={usernameInput}
        required
        autoComplete="nickname"
        maxLength={LONGEST_NAME}
        value={typed.username}
        onChange={type('username')}
      />
      <TextField
        label={words.xAccount}
        note={words.optional}
        placeholder="@"
        autoCapitalize="none"
        maxLength={LONGEST_NAME + 1}
        value={typed.xAccount}
        onChange={type('xAccount')}
      />
      <TextField
        label={words.amount}
        note={fill(words.least, { amount: formatSol(language, toSol(LEAST_LAMPORTS)) })}
        error={fault === 'amountNeeded' || fault === 'amountUnfit' ? words[fault] : undefined}
        ref={amountInput}
        required
        type="number"
        inputMode="decimal"
        step="0.001"
        min="0"
        autoComplete="off"
        value={typed.amount}
        onChange={type('amount')}
      />
      <button type="submit" className={`${actionStyle.primary} mb-4`}>
        {words.continue}
      </button>
      <ReceivingAddress address={address} />
    </form>
  )
}

/** `isUnreadable`: something is typed, and it is no number. */
function findFault({ username, amount }: TypedDonation, isUnreadable: boolean): Fault | undefined {
  if (username.trim() === '') return 'usernameNeeded'
  if (amount.trim() === '' && !isUnreadable) return 'amountNeeded'
  return (parseSol(amount) ?? 0n) > 0n ? undefined : 'amountUnfit'
}
