import { type ComponentProps, type RefObject, useEffect } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import { readPastedAmount } from './amount-text.ts'

type Props = Omit<ComponentProps<typeof TextField>, 'ref'> & { ref: RefObject<HTMLInputElement | null> }

/**
 * A number with a decimal point or comma. Number inputs drop a comma or read it by the browser's language, so that 0,5
 * may become 5. Therefore commas are replaced before they reach the input, and `lang` makes it read English numbers.
 */
export function AmountField({ ref, ...field }: Props) {
  useEffect(() => {
    const input = ref.current
    if (input === null) return undefined
    const listening = new AbortController()
    const { signal } = listening
    input.addEventListener('keydown', pointForKey, { signal })
    input.addEventListener('beforeinput', pointForInput, { signal })
    input.addEventListener('paste', pasteAmount, { signal })
    return () => listening.abort()
  }, [ref])

  return <TextField {...field} ref={ref} type="number" lang="en" inputMode="decimal" step="0.001" min="0" />
}

function pointForKey(event: KeyboardEvent): void {
  const isTyped = event.key === ',' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
  if (isTyped) insertInstead(event, '.')
}

/** On-screen keyboards report no keys. */
function pointForInput(event: InputEvent): void {
  if (event.data?.includes(',')) insertInstead(event, event.data.replaceAll(',', '.'))
}

function pasteAmount(event: ClipboardEvent): void {
  const amount = readPastedAmount(event.clipboardData?.getData('text/plain') ?? '')
  if (amount !== undefined) insertInstead(event, amount)
}

/** Number inputs do not expose their caret: only the browser can insert text there. */
function insertInstead(event: Event, text: string): void {
  event.preventDefault()
  document.execCommand('insertText', false, text)
}
