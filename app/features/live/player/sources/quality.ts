/** What viewers choose. A number is the length of the video's shorter side, as in “720p”. */
export type Quality = 'auto' | 'audio' | number

export type OfferedQualities = {
  /** Empty unless there are several videos to choose from. */
  choices: Quality[]
  audioUri: string | undefined
}

const VARIANT = /^#EXT-X-STREAM-INF:(.*)\r?\n([^#\r\n]+)/gm
const RESOLUTION = /RESOLUTION=(\d+)x(\d+)/

export function readQualities(playlist: string): OfferedQualities {
  const shortSides = new Set<number>()
  let audioUri: string | undefined
  for (const [, attributes = '', uri] of playlist.matchAll(VARIANT)) {
    const [, width, height] = RESOLUTION.exec(attributes) ?? []
    if (width && height) shortSides.add(Math.min(Number(width), Number(height)))
    else audioUri ??= uri
  }
  if (shortSides.size < 2) return { choices: [], audioUri }
  const videos = [...shortSides].sort((one, two) => two - one)
  return { choices: ['auto', ...videos, ...(audioUri ? ['audio' as const] : [])], audioUri }
}
