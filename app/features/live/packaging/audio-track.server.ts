import type { AudioTrack } from '../../../platform/fmp4/init-segment.server.ts'

export type SoundTrack = AudioTrack & {
  /** As playlists call the codec (RFC 6381). */
  codecName: string
  /** How long a frame sounds, in samples; none when it cannot be read. */
  samplesIn(frame: Buffer): number
}
