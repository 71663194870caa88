/** The event by which the page says that React has taken it over. */
export const PAGE_READY = 'pageready'

/**
 * Keeps what visitors click and choose before React listens, and does it then; several clicks on a button that does not
 * answer mean one. It runs as a script of its own in the page, so it uses nothing from outside.
 */
export function keepEarlyInput(ready: string): void {
  const clicked = new Set<HTMLButtonElement>()
  const chosen = new Set<HTMLSelectElement>()
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }

  function keepClick(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null) return
    event.preventDefault()
    event.stopPropagation()
    clicked.add(button)
  }

  function keepChoice(event: Event): void {
    if (!(event.target instanceof HTMLSelectElement)) return
    event.stopPropagation()
    chosen.add(event.target)
  }

  function release(): void {
    listening.abort()
    for (const select of chosen) select.dispatchEvent(new Event('change', { bubbles: true }))
    for (const button of clicked) button.click()
  }

  addEventListener('click', keepClick, options)
  addEventListener('change', keepChoice, options)
  addEventListener(ready, release, { once: true })
}
