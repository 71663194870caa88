import type { AudioTrack } from '../../../platform/fmp4/init-segment.server.ts'

export type HlsAudioTrack = AudioTrack & {
  /** As playlists name the codec (RFC 6381). */
  codecName: string
  /** The duration of a frame in samples; 0 when the frame is unreadable. */
  samplesIn(frame: Buffer): number
}
