/**
 * Number inputs drop a comma or read it by the browser's language, so that 0,5 may become 5. Therefore commas are
 * replaced before they reach the input. It runs as a script of its own in the page, before any other: it uses nothing
 * from outside.
 */
export function takeDecimalCommas(): void {
  const isNumber = ({ target }: Event) => target instanceof HTMLInputElement && target.type === 'number'

  /** Number inputs do not expose their caret: only the browser can insert text there. */
  function insertInstead(event: Event, text: string): void {
    event.preventDefault()
    document.execCommand('insertText', false, text)
  }

  addEventListener('keydown', (event) => {
    const isTyped =
      event.key === ',' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
    if (isTyped && isNumber(event)) insertInstead(event, '.')
  })

  // On-screen keyboards report no keys.
  addEventListener('beforeinput', (event) => {
    if (event.data?.includes(',') && isNumber(event)) insertInstead(event, event.data.replaceAll(',', '.'))
  })
}
