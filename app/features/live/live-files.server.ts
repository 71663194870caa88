import type { Clock } from '../../platform/clock.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import type { Ingest } from './ingest/ingest.server.ts'
import { encodeIndexPlaylist } from './packaging/index-playlist.server.ts'
import { PLAYLIST_NAME, partOfName } from './packaging/media-playlist.server.ts'
import type { MediaWindow } from './packaging/media-window.server.ts'
import type { StreamEpoch } from './packaging/stream-epoch.server.ts'

type Needs = { ingest: Ingest; clock: Clock; publicUrl: string; embedOrigins: string[] }
type Address = { npcId: string; epoch: string | undefined; name: string }
type Query = { _HLS_msn?: unknown; _HLS_part?: unknown }

export type LiveFiles = ReturnType<typeof createLiveFiles>
export type LiveFile = { headers: Record<string, string | number>; body: Buffer }

const PATIENCE_MS = 6_000
/** Key frames come about this often. */
const STILL_MAX_AGE_S = 2
const NO_STREAM = 'There is no stream here now.'
const NUMBER = /^\d{1,9}$/

/** The video of the embedded ingest, as HLS players fetch it. */
export function createLiveFiles({ ingest, clock, publicUrl, embedOrigins }: Needs) {
  // A CDN may serve the video from another origin than the page.
  const shared = {
    'access-control-allow-origin': publicUrl,
    'access-control-expose-headers': 'sent-at',
    'cross-origin-resource-policy': 'cross-origin',
  }
  const playlist = { ...shared, 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-cache' }
  const video = { ...shared, 'content-type': 'video/mp4' }
  const still = { ...video, 'cache-control': `public, max-age=${STILL_MAX_AGE_S}` }
  const unchanging = { ...video, 'cache-control': 'public, max-age=31536000, immutable' }
  let isClosing = false

  function findEpoch(npcId: string): StreamEpoch {
    const epoch = ingest.hlsStream(npcId)?.epoch()
    if (epoch === undefined || epoch.window.isEmpty()) throw new HttpProblem(404, NO_STREAM)
    return epoch
  }

  function findRendition(npcId: string, id: string): MediaWindow {
    const window = ingest.hlsStream(npcId)?.rendition(id)
    if (window === undefined || window.isEmpty()) throw new HttpProblem(404, NO_STREAM)
    return window
  }

  function asPlaylist(body: Buffer): LiveFile {
    if (isClosing) throw new HttpProblem(503, 'The site is being restarted.', 1)
    // Players measure their delay with it, whatever their own clock says.
    return { headers: { ...playlist, 'sent-at': clock.now() }, body }
  }

  function findStill(npcId: string): LiveFile {
    const body = findEpoch(npcId).still()
    if (body === undefined) throw new HttpProblem(404, NO_STREAM)
    return { headers: still, body }
  }

  async function awaitPlaylist(window: MediaWindow, query: Query): Promise<void> {
    const segment = readNumber('_HLS_msn', query._HLS_msn)
    const part = readNumber('_HLS_part', query._HLS_part)
    if (segment === undefined && part !== undefined)
      throw new HttpProblem(400, '_HLS_part is of use with _HLS_msn only.')
    if (segment === undefined) return
    if (window.isTooFarAhead(segment, part)) throw new HttpProblem(400, 'That part is too far ahead.')
    await window.untilListed(segment, part, PATIENCE_MS)
  }

  async function awaitVideo(window: MediaWindow, name: string): Promise<void> {
    const asked = partOfName(name)
    if (asked && !window.isTooFarAhead(asked.segment, asked.part))
      await window.untilListed(asked.segment, asked.part, PATIENCE_MS)
  }

  function findVideo(window: MediaWindow, name: string): LiveFile {
    const body = window.file(name)
    if (body === undefined) throw new HttpProblem(404, 'That piece of the stream is not kept any more.')
    return { headers: unchanging, body }
  }

  return {
    /** For every response, problems included. */
    shared,
    /** Headers that depend on the requesting page; undefined if none do. */
    crossOrigin: embedOrigins.length > 0 ? allowOrigins([publicUrl, ...embedOrigins]) : undefined,
    /** Waits for what is about to exist. `epoch` is the id of one of its renditions. Throws an HttpProblem. */
    async find({ npcId, epoch, name }: Address, query: Query): Promise<LiveFile> {
      if (epoch === undefined) {
        if (name === 'index.m3u8') return asPlaylist(Buffer.from(encodeIndexPlaylist(findEpoch(npcId))))
        if (name === 'still.mp4') return findStill(npcId)
        throw new HttpProblem(404)
      }
      const isPlaylist = name === PLAYLIST_NAME
      const awaited = findRendition(npcId, epoch)
      await (isPlaylist ? awaitPlaylist(awaited, query) : awaitVideo(awaited, name))
      // Meanwhile the stream may have been stopped.
      const found = findRendition(npcId, epoch)
      return isPlaylist ? asPlaylist(found.playlist()) : findVideo(found, name)
    },
    /** A player that plays waits for the next part with its playlist, once per part. */
    countPlaylist: ingest.countPlaylist,
    /** Grows whenever a stream was stopped. */
    stops: ingest.stops,
    close(): void {
      isClosing = true
    },
  }
}

type CrossOriginHeaders = { vary: string; 'access-control-allow-origin'?: string }

function allowOrigins(allowed: string[]): (origin: string | undefined) => CrossOriginHeaders {
  const headers = new Map(
    allowed.map((origin) => [origin, { vary: 'origin', 'access-control-allow-origin': origin }]),
  )
  return (origin = '') => headers.get(origin) ?? { vary: 'origin' }
}

function readNumber(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !NUMBER.test(value))
    throw new HttpProblem(400, `${name} takes a whole number.`)
  return Number(value)
}
