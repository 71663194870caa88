import type { Machine, StreamRate } from '../../features/history/contract.ts'

/** What an instance knows of itself, beside the resources. */
export type SiteReadings = {
  /** Its name in the history, another one after each start. */
  instance: string
  /** Of the streams that it receives. */
  rates(overMs: number): ReadonlyMap<string, StreamRate>
  machine(): Promise<Machine>
}
