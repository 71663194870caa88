import { parse } from 'node:querystring'
import type { LiveFile, LiveFiles } from '../../app/features/live/live-files.server.ts'
import { FILE_HEADERS, NOTHING_RUNS, STRICT_TRANSPORT } from '../security-headers.ts'
import { type Answer, createAnswer } from './answer.ts'
import type { DirectAnswer } from './answer-first.ts'

const LIVE_ADDRESS = /^\/live\/([^/?#]+)\/(?:([^/?#]+)\/)?([^/?#]+)(?:\?([^#]*))?$/
const LIVE = '/live/'
const WAITS_FOR_PART = '_HLS_msn='
const HEADERS = { ...FILE_HEADERS, 'content-security-policy': NOTHING_RUNS }
/** A playlist names the time it was sent at, and players measure their delay with that. */
const PLAYLIST_KEPT_MS = 10
const FILE_KEPT_MS = 1_000

type Kept = { answer: Answer; until: number }

/**
 * Viewers ask for a playlist and a part several times a second. All who wait for the same playlist get the same answer,
 * and what was just sent is sent again without a lookup. Problems are worded by the framework.
 */
export function answerWithLive({ find, crossOrigin, countPlaylist, stops }: LiveFiles): DirectAnswer {
  const awaited = new Map<string, Promise<Answer>>()
  const kept = new Map<string, Kept>()
  let clearAt = 0
  let knownStops = 0

  function recall(key: string): Answer | Promise<Answer> | undefined {
    const now = performance.now()
    if (now > clearAt || stops() !== knownStops) {
      kept.clear()
      knownStops = stops()
      clearAt = now + FILE_KEPT_MS
    }
    const last = kept.get(key)
    return last && now < last.until ? last.answer : awaited.get(key)
  }

  function make(key: string, url: string, headers: LiveFile['headers']): Promise<Answer> | undefined {
    const [, npcId, epoch, name = '', query] = LIVE_ADDRESS.exec(url) ?? []
    if (npcId === undefined) return undefined
    const answer = find({ npcId, epoch, name }, query === undefined ? {} : parse(query))
      .then((file) => keep(key, file, headers))
      .finally(() => awaited.delete(key))
    awaited.set(key, answer)
    return answer
  }

  function keep(key: string, file: LiveFile, headers: LiveFile['headers']): Answer {
    const all = { ...HEADERS, ...file.headers, ...headers, 'content-length': file.body.length }
    const answer = createAnswer(200, all, file.body)
    const keptMs = isUnchanging(file) ? FILE_KEPT_MS : PLAYLIST_KEPT_MS
    kept.set(key, { answer, until: performance.now() + keptMs })
    return answer
  }

  return ({ url, headers: { origin }, isSecure }) => {
    if (!url.startsWith(LIVE)) return undefined
    const ofOrigin = crossOrigin?.(origin)
    const isUsual = !isSecure && ofOrigin === undefined
    const key = isUsual ? url : `${isSecure} ${ofOrigin?.['access-control-allow-origin']} ${url}`
    const answer = recall(key) ?? make(key, url, { ...ofOrigin, ...(isSecure && STRICT_TRANSPORT) })
    if (answer && url.includes(WAITS_FOR_PART))
      countPlaylist(url.slice(LIVE.length, url.indexOf('/', LIVE.length)))
    return answer
  }
}

function isUnchanging({ headers }: LiveFile): boolean {
  return String(headers['cache-control']).includes('immutable')
}
