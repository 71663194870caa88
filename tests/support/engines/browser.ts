/** Commands of W3C WebDriver, under the names that Firefox gives them. */
export type Command =
  | 'AcceptAlert'
  | 'ElementClick'
  | 'ElementSendKeys'
  | 'ExecuteScript'
  | 'GetAlertText'
  | 'Navigate'
  | 'Refresh'
  | 'Back'

export type Send = (command: Command, parameters?: Record<string, unknown>) => Promise<unknown>

export type Browser = {
  send: Send
  /** Opens pages and returns what they wrote to the console; `untilRun(2)` waits for the scripts of two pages. */
  consoleOf(addresses: string[], untilRun: (pages: number) => Promise<void>): Promise<string[]>
}
