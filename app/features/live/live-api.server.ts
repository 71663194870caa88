import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import type { Ingest } from './ingest/ingest.server.ts'
import { partOfName } from './packaging/media-playlist.server.ts'
import type { StreamEpoch } from './packaging/stream-epoch.server.ts'

type Needs = { ingest: Ingest; clock: Clock; publicUrl: string }
type Watched = { Params: { npcId: string; epoch: string; name: string } }
type Reloading = Watched & { Querystring: { _HLS_msn?: unknown; _HLS_part?: unknown } }

const PLAYLIST = 'application/vnd.apple.mpegurl'
const PATIENCE_MS = 6_000
/** How far ahead a player may ask. */
const SEGMENTS_AHEAD = 2
/** Key frames come about this often. */
const STILL_MAX_AGE_S = 2
const NO_STREAM = 'There is no stream here now.'
const NUMBER = /^\d{1,9}$/

/** The video of the embedded ingest, as HLS players fetch it. */
export async function liveApi(api: FastifyInstance, { ingest, clock, publicUrl }: Needs): Promise<void> {
  let isClosing = false
  api.addHook('preClose', async () => {
    isClosing = true
  })

  // A CDN may serve the video from another origin than the page.
  api.addHook('onSend', async (_, reply) => {
    reply.header('access-control-allow-origin', publicUrl)
    reply.header('access-control-expose-headers', 'sent-at')
    reply.header('cross-origin-resource-policy', 'cross-origin')
  })

  function find(npcId: string, epochId?: string): StreamEpoch {
    const epoch = ingest.hlsStream(npcId)?.epoch(epochId)
    if (epoch === undefined || epoch.window.bytes() === 0) throw new HttpProblem(404, NO_STREAM)
    return epoch
  }

  api.get<Watched>('/live/:npcId/index.m3u8', async ({ params }, reply) => {
    return sendPlaylist(reply, encodeIndex(find(params.npcId)))
  })

  api.get<Watched>('/live/:npcId/still.mp4', async ({ params }, reply) => {
    const still = find(params.npcId).still()
    if (still === undefined) throw new HttpProblem(404, NO_STREAM)
    reply.header('cache-control', `public, max-age=${STILL_MAX_AGE_S}`)
    return reply.type('video/mp4').send(still)
  })

  api.get<Reloading>('/live/:npcId/:epoch/media.m3u8', async ({ params, query }, reply) => {
    const { window } = find(params.npcId, params.epoch)
    const segment = readNumber('_HLS_msn', query._HLS_msn)
    const part = readNumber('_HLS_part', query._HLS_part)
    if (segment === undefined && part !== undefined)
      throw new HttpProblem(400, '_HLS_part is of use with _HLS_msn only.')
    if (segment !== undefined) {
      if (segment > window.openNumber() + SEGMENTS_AHEAD)
        throw new HttpProblem(400, 'That segment is too far ahead.')
      await window.untilListed(segment, part, PATIENCE_MS)
    }
    return sendPlaylist(reply, window.playlist())
  })

  api.get<Watched>('/live/:npcId/:epoch/:name', async ({ params }, reply) => {
    const { window } = find(params.npcId, params.epoch)
    const asked = partOfName(params.name)
    const isHinted = asked && asked.segment <= window.openNumber() + 1
    if (isHinted) await window.untilListed(asked.segment, asked.part, PATIENCE_MS)
    const file = window.file(params.name)
    if (file === undefined) throw new HttpProblem(404, 'That piece of the stream is not kept any more.')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.type('video/mp4').send(file)
  })

  function sendPlaylist(reply: FastifyReply, text: string): FastifyReply {
    if (isClosing) throw new HttpProblem(503, 'The site is being restarted.', 1)
    reply.header('cache-control', 'no-cache')
    // Players measure their delay with it, whatever their own clock says.
    reply.header('sent-at', clock.now())
    return reply.type(PLAYLIST).send(text)
  }
}

const CAPTIONS =
  '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="CC",INSTREAM-ID="CC1",AUTOSELECT=YES'

function encodeIndex({ id, window, video, audio, hasCaptions }: StreamEpoch): string {
  const { width, height } = video.size
  const codecs = [`avc1.${video.avcC.toString('hex', 1, 4)}`, ...(audio ? [audio.codecName] : [])]
  const about = [
    `BANDWIDTH=${window.bitsPerSecond()}`,
    `RESOLUTION=${width}x${height}`,
    `CODECS="${codecs.join(',')}"`,
    `CLOSED-CAPTIONS=${hasCaptions() ? '"captions"' : 'NONE'}`,
  ]
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(hasCaptions() ? [CAPTIONS] : []),
    `#EXT-X-STREAM-INF:${about.join(',')}`,
    `${id}/media.m3u8`,
    '',
  ].join('\n')
}

function readNumber(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !NUMBER.test(value))
    throw new HttpProblem(400, `${name} takes a whole number.`)
  return Number(value)
}
