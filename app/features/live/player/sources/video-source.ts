import type { Quality } from './quality.ts'

/** A server that takes longer to answer counts as gone, and is asked again. */
export const ANSWERS_WITHIN_MS = 10_000

/** One connection that feeds a video element. */
export type VideoSource = {
  /** Time since the server received the frame on the screen; undefined if unknown. */
  delayMs(): Promise<number | undefined>
  /** Behind the newest video there is to play, which a delayed stream offers late; undefined if unknown. */
  behindMs?(): number | undefined
  goLive(): void
  setFetching(isOn: boolean): void
  /** Undefined where viewers have no choice. */
  qualities?: {
    choices: Quality[]
    chosen(): Quality
    /** False if the source has to be opened again for it. */
    choose(quality: Quality): boolean
  }
  close(): void
}

export type OpenVideoSource = (
  video: HTMLVideoElement,
  url: string,
  onEnd: () => void,
  quality: Quality,
) => Promise<VideoSource>
