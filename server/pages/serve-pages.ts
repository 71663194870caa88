import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageFromCookie, readLanguage } from '../../app/features/i18n/contract.ts'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import type { Resources } from '../../app/resources.ts'
import type { DirectAnswer } from '../direct-answers/answer-first.ts'
import {
  contentSecurityPolicy,
  type HeaderMap,
  hashMarkedScripts,
  hashScript,
  pageHeaders,
} from '../security-headers.ts'
import type { AppBuild } from './app-build.ts'
import { createPageCache } from './page-cache.ts'
import { asRouterReads, readTarget, type Target } from './request-target.ts'
import { type PageAddress, type StoredPage, storePage, writeStored } from './stored-page.ts'

const NOT_FOUND = '/404'
const ORIGIN = 'http://localhost'
/** Each streamed page is rendered for a single visitor. */
const MAX_STREAMING = 200

type Options = Pick<Resources, 'changes' | 'clock' | 'log' | 'playbacks' | 'embedOrigins'> & {
  build: AppBuild
}

/** Returns the answer for pages that are in the cache. */
export function servePages(app: FastifyInstance, options: Options): DirectAnswer {
  const { build, changes, clock, log } = options
  const headersOf = createPageHeaders(options)
  const cache = createPageCache<PageAddress, StoredPage>({
    keyOf: ({ language, path }) => `${language}${path}`,
    render: (address) => renderWhole(build, headersOf, address),
    changes,
    clock,
    onFailure: (key, cause) => log.warn({ page: key, err: cause }, 'a page could not be rendered completely'),
  })

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  let streaming = 0

  app.get('/*', async (request, reply) => {
    const target = readTarget(request.url)
    const { query } = target
    if (target.path.startsWith('/api/')) return reply.callNotFound()
    if (target.path.endsWith('.data'))
      return sendResponse(request, reply, await respondWithData(build, request, target))

    const path = asRouterReads(target.path) ?? NOT_FOUND
    const canonical = /[^/]\/$/.test(path) ? path.slice(0, -1) : path
    if (canonical !== path && build.pages.has(canonical))
      return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 308)

    const language = readLanguage(query, request.headers.cookie)
    const address = { language, path: build.pages.has(path) ? path : NOT_FOUND }
    const stored = build.isDevelopment ? undefined : await cache.get(address)
    if (stored) {
      reply.hijack()
      const { method, headers, protocol } = request
      const reader = { headers, isHead: method === 'HEAD', isSecure: protocol === 'https' }
      return writeStored(stored, reader, reply.raw)
    }
    if (streaming >= MAX_STREAMING) throw new HttpProblem(503)
    streaming += 1
    reply.raw.once('close', () => {
      streaming -= 1
    })
    return sendResponse(request, reply, await streamPage(build, headersOf, address, reply))
  })
  return ({ url: path, headers, isHead, isSecure }, response) => {
    const page = isClosing ? undefined : cache.fresh({ language: languageFromCookie(headers.cookie), path })
    if (page === undefined) return false
    writeStored(page, { headers, isHead, isSecure }, response)
    return true
  }
}

/** Without scripts there is no policy: hot reload needs inline ones. */
type PageHeaders = (path: string, scripts?: string[]) => HeaderMap

function createPageHeaders({ build, playbacks, embedOrigins }: Options): PageHeaders {
  const media = playbacks.map(({ url }) => new URL(url).origin)
  const policy = contentSecurityPolicy({ media, embed: embedOrigins })
  return (path, scripts) => {
    const page = build.pages.get(path)
    const headers = pageHeaders(page, embedOrigins)
    return scripts ? { ...headers, 'content-security-policy': policy(page, scripts) } : headers
  }
}

async function renderWhole(build: AppBuild, headersOf: PageHeaders, { language, path }: PageAddress) {
  let isComplete = true
  let cause: unknown
  const marker = randomBytes(16).toString('base64url')
  const response = await build.respond(new Request(ORIGIN + path), {
    language,
    isStreamed: false,
    nonce: marker,
    markIncomplete: (error) => {
      isComplete = false
      cause = error
    },
  })
  const { html, hashes } = hashMarkedScripts(await response.text(), marker)
  const headers = headersOf(path, [hashScript(build.themeScript), ...hashes])
  const page = await storePage(response.status, html, headers)
  return { page, isComplete: isComplete && response.status < 500, cause }
}

async function sendResponse(request: FastifyRequest, reply: FastifyReply, response: Response) {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  if (request.method !== 'HEAD') return reply.send(response.body)
  await response.body?.cancel()
  return reply.send('')
}

/** Used while no complete page is cached: sends the frame at once and the slow part when it arrives. */
async function streamPage(
  build: AppBuild,
  headersOf: PageHeaders,
  address: PageAddress,
  reply: FastifyReply,
) {
  const { language, path } = address
  reply.header('cache-control', 'no-store')
  const rendering = { language, isStreamed: true, markIncomplete: () => {} }
  if (build.isDevelopment) {
    reply.headers(headersOf(path))
    return build.respond(new Request(ORIGIN + path), rendering)
  }
  const nonce = randomBytes(16).toString('base64')
  reply.headers(headersOf(path, [`'nonce-${nonce}'`, hashScript(build.themeScript)]))
  return build.respond(new Request(ORIGIN + path), { ...rendering, nonce })
}

/** The loader data of a client-side navigation; streamed, so that a slow list does not delay the page. */
async function respondWithData(build: AppBuild, request: FastifyRequest, { path, query }: Target) {
  const language = readLanguage(query, request.headers.cookie)
  return build.respond(new Request(`${ORIGIN}${path}${query === undefined ? '' : `?${query}`}`), {
    language,
    isStreamed: true,
    markIncomplete: () => {},
  })
}
