/** One connection that feeds a video element. */
export type VideoSource = {
  /** Time since the server received the frame on the screen; undefined if unknown. */
  delayMs(): Promise<number | undefined>
  goLive(): void
  setFetching(isOn: boolean): void
  close(): void
}

export type OpenVideoSource = (
  video: HTMLVideoElement,
  url: string,
  onEnd: () => void,
) => Promise<VideoSource>
