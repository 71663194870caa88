import { h264Config } from '../encoding/h264-encoder.ts'

/** Why this browser, or this address, can never send video. */
export type Obstacle = { kind: 'insecure' } | { kind: 'unsupported'; missing: string }

type Need = [name: string, isMet: () => boolean | Promise<boolean>]

const USUAL_CONFIG = h264Config({ width: 1280, height: 720 }, 2_500_000)
const NEEDS: Need[] = [
  ['getUserMedia', () => navigator.mediaDevices?.getUserMedia !== undefined],
  ['WebSocket', () => 'WebSocket' in window],
  ['WebCodecs', () => 'VideoEncoder' in window],
  ['requestVideoFrameCallback', () => 'requestVideoFrameCallback' in HTMLVideoElement.prototype],
  ['H.264', canEncodeH264],
]

export async function findObstacle(): Promise<Obstacle | undefined> {
  if (!window.isSecureContext) return { kind: 'insecure' }
  for (const [missing, isMet] of NEEDS) if (!(await isMet())) return { kind: 'unsupported', missing }
  return undefined
}

/** A browser may have the encoder's interface and no encoder behind it. */
async function canEncodeH264(): Promise<boolean> {
  if (USUAL_CONFIG === undefined) return false
  // WebKitGTK 2.50 crashes when a page asks for an encoder before it used any other media.
  document.createElement('video').canPlayType('video/mp4')
  const { supported } = await VideoEncoder.isConfigSupported(USUAL_CONFIG).catch(() => ({ supported: false }))
  return supported === true
}
