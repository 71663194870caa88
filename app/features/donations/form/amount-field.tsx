import type { ClipboardEvent, ComponentProps } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import { readPastedAmount } from './amount-text.ts'

/** A number with a decimal point or comma; `lang` makes browsers read English numbers. */
export function AmountField(field: ComponentProps<typeof TextField>) {
  return (
    <TextField
      {...field}
      type="number"
      lang="en"
      inputMode="decimal"
      step="0.001"
      min="0"
      onPaste={pasteAmount}
    />
  )
}

function pasteAmount(event: ClipboardEvent): void {
  const amount = readPastedAmount(event.clipboardData.getData('text/plain'))
  if (amount === undefined) return
  event.preventDefault()
  // Number inputs do not expose their caret: only the browser can insert text there.
  document.execCommand('insertText', false, amount)
}
