import { expect } from '@playwright/test'
import type { Send } from './browser.ts'

type Kind = 'button' | 'field' | 'link' | 'option'
type Control = HTMLButtonElement & HTMLInputElement & HTMLOptionElement

export type EnginePage = ReturnType<typeof drivePage>

/** What a visitor does in a page; the engine itself makes the clicks and keys. */
export function drivePage(send: Send, site: string) {
  async function evaluate<T, A extends unknown[]>(script: (...args: A) => T, ...args: A): Promise<T> {
    return (await send('ExecuteScript', { script: `return (${script}).apply(null, arguments)`, args })) as T
  }

  /** WebDriver's reference to an element, which scripts take as the element. */
  async function find(kind: Kind, name: string): Promise<Control> {
    const found = await evaluate(findControl, kind, name)
    if (found === undefined || found === null) throw new Error(`no ${kind} "${name}" can be used`)
    return found
  }

  /** A control may still be covered by what fades out, or be replaced meanwhile. */
  async function retry<T>(action: () => Promise<T>): Promise<T> {
    let result: { value: T } | undefined
    const attempt = async () => {
      result = { value: await action() }
    }
    await expect(attempt).toPass({ intervals: [50, 100, 200], timeout: 30_000 })
    return (result as unknown as { value: T }).value
  }

  async function click(kind: Kind, name: string): Promise<void> {
    const control = await find(kind, name)
    await evaluate(bringIntoView, control)
    await send('ElementClick', { id: idOf(control) })
  }

  return {
    evaluate,
    open: (path: string) => send('Navigate', { url: site + path }),
    reload: () => send('Refresh'),
    back: () => send('Back'),
    follow: (link: string) => retry(() => click('link', link)),
    press: (button: string) => retry(() => click('button', button)),
    choose: (option: string) => retry(() => click('option', option)),
    async fill(label: string, text: string): Promise<void> {
      const field = await retry(() => find('field', label))
      await send('ElementSendKeys', { id: idOf(field), text })
    },
    valueOf: (label: string) =>
      retry(async () => evaluate((field) => field.value, await find('field', label))),
    /** Whether the button is pressed, and its text. */
    stateOf: (button: string) => retry(async () => evaluate(readState, await find('button', button))),
    textOf: (selector: string) => evaluate((css) => document.querySelector(css)?.textContent, selector),
    bodyText: () => evaluate(() => document.body.innerText),
    /** Closes the alert and returns its text. */
    async acceptAlert(): Promise<unknown> {
      const text = await retry(() => send('GetAlertText'))
      await send('AcceptAlert')
      return text
    },
  }
}

function idOf(reference: Control): string {
  return Object.values(reference)[0]
}

/** Runs in the page, as do those below. A control that React has not taken over would lose what is done to it. */
function findControl(kind: Kind, name: string): Control | undefined {
  const selector = { button: 'button', field: 'input, textarea, select', link: 'a', option: 'option' }[kind]
  const nameOf = (control: Control) =>
    control.getAttribute('aria-label') ?? (control.labels?.[0] ?? control).textContent
  const isTakenOver = (control: Control) => Object.keys(control).some((key) => key.startsWith('__reactProps'))
  return [...document.querySelectorAll<Control>(selector)].find(
    (control) =>
      nameOf(control).trim().startsWith(name) &&
      (kind === 'option' || control.checkVisibility()) &&
      isTakenOver(control),
  )
}

/** WebKit's driver does not wait until the page has scrolled smoothly. */
function bringIntoView(control: Control): void {
  control.scrollIntoView({ block: 'center', behavior: 'instant' })
}

function readState(button: Control) {
  return { isPressed: button.getAttribute('aria-pressed') === 'true', text: button.textContent }
}
