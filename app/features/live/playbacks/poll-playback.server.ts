import type { Playback } from '../contract.ts'
import type { PlaybackSighting } from './judge-playback.ts'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
const MAX_REDIRECTS = 3
const NOTHING = { kind: 'nothing' } as const
const ANSWERS = { kind: 'answers' } as const

/** What viewers would get. Never throws, and requests nothing from a host that is not configured. */
export async function pollPlayback({ kind, url }: Playback): Promise<PlaybackSighting> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return kind === 'hls' ? await pollHls(new URL(url), signal) : await pollWhep(url, signal)
  } catch {
    return NOTHING
  }
}

async function pollHls(url: URL, signal: AbortSignal): Promise<PlaybackSighting> {
  const first = await read(url, signal)
  if (first === undefined) return NOTHING
  const variant = variantOf(first.text)
  if (variant === undefined) return { kind: 'at', position: positionOf(first.text) }
  const mediaUrl = new URL(variant, first.url)
  if (mediaUrl.hostname !== url.hostname) return ANSWERS
  const media = await read(mediaUrl, signal)
  return media ? { kind: 'at', position: positionOf(media.text) } : NOTHING
}

/** WHEP cannot be asked whether there is video: a server that answers is alive. */
async function pollWhep(url: string, signal: AbortSignal): Promise<PlaybackSighting> {
  const response = await fetch(url, { method: 'OPTIONS', redirect: 'manual', signal })
  await response.body?.cancel()
  return response.status < 500 && response.status !== 404 ? ANSWERS : NOTHING
}

async function read(url: URL, signal: AbortSignal): Promise<{ url: URL; text: string } | undefined> {
  let at = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(at, { redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.ok) return { url: at, text: await readText(response) }
    await response.body?.cancel()
    if (response.status < 300 || response.status > 399 || location === null) return undefined
    at = new URL(location, at)
    if (at.hostname !== url.hostname || !at.protocol.startsWith('http')) return undefined
  }
  return undefined
}

async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > MAX_BYTES) throw new Error('the playlist is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The first of several qualities; undefined for a media playlist. */
function variantOf(playlist: string): string | undefined {
  const lines = playlist.split(/\r?\n/)
  const place = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'))
  return place < 0 ? undefined : lines.slice(place + 1).find((line) => line !== '' && !line.startsWith('#'))
}

/** The media sequence and the last part or segment: one of them changes while video is made. */
function positionOf(playlist: string): string {
  const [, sequence = ''] = /#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist) ?? []
  const pieces = [...playlist.matchAll(/^(?:#EXT-X-PART:.*URI="([^"]*)".*|([^#\s].*))$/gm)]
  const [, part, segment] = pieces.at(-1) ?? []
  return `${sequence} ${pieces.length} ${part ?? segment ?? ''}`.slice(0, 1_000)
}
