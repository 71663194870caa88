import { type FormEvent, type RefObject, useState } from 'react'
import { fill, useSpeech } from '../../../platform/browser/messages.tsx'
import { actionStyle } from '../../../ui/action-style.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { MAX_NAME_UNITS } from '../claims/donor-name.ts'
import { MAX_LAMPORTS, MIN_LAMPORTS, toSol } from '../contract.ts'
import { formatSol } from '../format-sol.ts'
import { ReceivingAddress } from '../paying/receiving-address.tsx'
import { useDonationsMessages } from '../use-messages.ts'
import { AmountField } from './amount-field.tsx'
import { AmountPicks } from './amount-picks.tsx'
import { type DetailsFault, type DetailsField, findDetailsFault } from './details-fault.ts'
import type { DonationDraft, OnEdit } from './donation-draft.ts'
import { StepTitle } from './step-title.tsx'
import { useDetailsInputs } from './use-details-inputs.ts'

type Props = {
  title: RefObject<HTMLHeadingElement | null>
  address: string
  draft: DonationDraft
  /** The fault that the server reported. */
  rejected: DetailsFault | undefined
  onEdit: OnEdit
  onContinue(): void
}

/** The inputs have no names, so the form sends nothing even without scripts. */
export function DetailsStep({ title, address, draft, rejected, onEdit, onContinue }: Props) {
  const words = useDonationsMessages()
  const { language } = useSpeech()
  const [found, setFound] = useState<ReturnType<typeof findDetailsFault>>()
  const { username, xAccount, amount, focus } = useDetailsInputs(rejected)

  const least = formatSol(language, toSol(MIN_LAMPORTS))
  const bounds = { least, most: formatSol(language, toSol(MAX_LAMPORTS)) }
  const fault = found ? { field: found.field, text: fill(words[found.words], bounds) } : rejected
  const errorOf = (field: DetailsField) => (fault?.field === field ? fault.text : undefined)

  const edit: OnEdit = (field) => (event) => {
    setFound(undefined)
    onEdit(field)(event)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const fault = findDetailsFault(draft, amount.current?.validity.badInput === true)
    setFound(fault)
    if (fault === undefined) {
      onContinue()
      return
    }
    focus(fault.field)
    if (fault.words === 'usernameNeeded' || fault.words === 'amountNeeded')
      showToast({ title: words.missingInformation, description: words.missingInformationText })
    else if (fault.field === 'amount')
      showToast({ title: words.invalidAmount, description: words.invalidAmountText })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <StepTitle ref={title} number={1}>
        {words.details}
      </StepTitle>
      <TextField
        label={words.username}
        error={errorOf('username')}
        ref={username}
        required
        autoComplete="nickname"
        maxLength={MAX_NAME_UNITS}
        value={draft.username}
        onChange={edit('username')}
      />
      <TextField
        label={words.xAccount}
        note={words.optional}
        error={errorOf('xAccount')}
        ref={xAccount}
        placeholder="@"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_NAME_UNITS}
        value={draft.xAccount}
        onChange={edit('xAccount')}
      />
      <div>
        <AmountField
          label={words.amount}
          note={fill(words.least, { amount: least })}
          error={errorOf('amount')}
          ref={amount}
          required
          autoComplete="off"
          value={draft.amount}
          onChange={edit('amount')}
        />
        <AmountPicks amount={draft.amount} onPick={(value) => edit('amount')({ target: { value } })} />
      </div>
      <button type="submit" className={`${actionStyle.primary} mt-2`}>
        {words.continue}
      </button>
      <ReceivingAddress address={address} />
    </form>
  )
}
