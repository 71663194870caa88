import type { VideoFrame } from '../packaging/packager.server.ts'

/** `timeMs` is its place on the publisher's timeline. */
export type SentFrame = { timeMs: number } & (
  | { track: 'video'; frame: VideoFrame }
  | { track: 'audio'; data: Buffer }
)

const MAX_EARLY_AUDIO_FRAMES = 1_000
const MAX_EARLY_AUDIO_BYTES = 1024 * 1024
const MAX_FRAMES = 20_000

/** What came since the newest key frame, and audio that came before it and belongs after it. */
export function createRecentFrames() {
  let frames: SentFrame[] = []
  let bytes = 0

  function keep(kept: SentFrame[]): void {
    frames = kept
    bytes = kept.reduce((sum, sent) => sum + bytesOf(sent), 0)
  }

  const hasVideo = () => frames.some(({ track }) => track === 'video')

  return {
    add(sent: SentFrame): void {
      if (frames.length >= MAX_FRAMES) return
      frames.push(sent)
      bytes += bytesOf(sent)
      const isTooMuch = frames.length > MAX_EARLY_AUDIO_FRAMES || bytes > MAX_EARLY_AUDIO_BYTES
      if (isTooMuch && !hasVideo()) keep(frames.slice(-MAX_EARLY_AUDIO_FRAMES / 2))
    },
    /** The key frame first. */
    fromKeyFrame(): SentFrame[] {
      const keyFrame = frames.find(({ track }) => track === 'video')
      if (keyFrame === undefined) return []
      return [keyFrame, ...withoutEarlierAudio(frames, keyFrame).filter((sent) => sent !== keyFrame)]
    },
    startAtNewest(): void {
      const newest = frames.findLast(({ track }) => track === 'video')
      if (newest)
        keep(withoutEarlierAudio(frames, newest).filter((sent) => sent === newest || sent.track === 'audio'))
    },
    forgetVideo: () => keep(frames.filter(({ track }) => track === 'audio')),
    clear: () => keep([]),
    bytes: () => bytes,
  }
}

function withoutEarlierAudio(frames: SentFrame[], keyFrame: SentFrame): SentFrame[] {
  return frames.filter(({ track, timeMs }) => track === 'video' || timeMs >= keyFrame.timeMs)
}

function bytesOf(sent: SentFrame): number {
  return sent.track === 'video' ? sent.frame.data.length : sent.data.length
}
