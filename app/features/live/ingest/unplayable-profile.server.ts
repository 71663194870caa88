import type { Sps } from '../../../platform/fmp4/h264-sps.server.ts'

const YUV_420 = 1
/** Constrained baseline and baseline, main, high. */
const PLAYABLE = new Set([66, 77, 100])
const NAMES: Record<number, string> = {
  44: 'CAVLC 4:4:4 Intra',
  88: 'Extended',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4 Predictive',
}

/** A sentence about video that phones cannot decode; undefined for video that plays everywhere. */
export function explainUnplayable({ profile, chroma, bitDepth }: Sps): string | undefined {
  if (PLAYABLE.has(profile) && chroma === YUV_420 && bitDepth === 8) return undefined
  const name = PLAYABLE.has(profile)
    ? 'High, without 4:2:0 colours of 8 bits'
    : (NAMES[profile] ?? `${profile}`)
  return (
    `Phones cannot play H.264 with the profile ${name}. ` +
    'Please choose the profile High, Main or Baseline and the colour format NV12 or I420 (yuv420p).'
  )
}
