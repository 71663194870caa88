import { parse } from 'node:querystring'
import type { LiveFile, LiveFiles } from '../../app/features/live/live-files.server.ts'
import { FILE_HEADERS, NOTHING_RUNS, STRICT_TRANSPORT } from '../security-headers.ts'
import type { DirectAnswer } from './answer-first.ts'

const LIVE_ADDRESS = /^\/live\/([^/?#]+)\/(?:([^/?#]+)\/)?([^/?#]+)(?:\?([^#]*))?$/
const HEADERS = { ...FILE_HEADERS, 'content-security-policy': NOTHING_RUNS }

/** Viewers ask for a playlist and a part several times a second. Problems are worded by the framework. */
export function answerWithLive({ find, crossOrigin }: LiveFiles): DirectAnswer {
  return ({ url, headers: { origin }, isHead, isSecure }, response, leave) => {
    const [, npcId = '', epoch, name = '', query] = LIVE_ADDRESS.exec(url) ?? []
    if (name === '') return false
    const send = ({ headers, body }: LiveFile) => {
      response.writeHead(200, {
        ...HEADERS,
        ...headers,
        ...crossOrigin?.(origin),
        'content-length': body.length,
        ...(isSecure && STRICT_TRANSPORT),
      })
      response.end(isHead ? undefined : body)
    }
    find({ npcId, epoch, name }, query === undefined ? {} : parse(query)).then(send, leave)
    return true
  }
}
