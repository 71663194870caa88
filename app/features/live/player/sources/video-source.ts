/** Where a player gets its picture from, over one connection; `onEnd` was given when it was opened. */
export type Source = {
  /** How long ago the server got what is on the screen; undefined when there is no telling. */
  delayMs(): Promise<number | undefined>
  /** To what is happening now. */
  goLive(): void
  /** Nothing is fetched while it is off. */
  setFetching(isOn: boolean): void
  close(): void
}

export type OpenSource = (video: HTMLVideoElement, url: string, onEnd: () => void) => Promise<Source>
