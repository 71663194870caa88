import type { FastifyInstance } from 'fastify'
import type { PageRequest } from '../../app/entry.server.tsx'
import { languageFromCookie, readLanguage } from '../../app/features/i18n/contract.ts'
import { HttpProblem } from '../../app/platform/http/http-problem.server.ts'
import type { Resources } from '../../app/resources.ts'
import type { DirectAnswer } from '../direct-answers/answer-first.ts'
import { contentSecurityPolicy, type HeaderMap, pageHeaders } from '../security-headers.ts'
import type { AppBuild } from './app-build.ts'
import { createPageCache } from './page-cache.ts'
import { normalizePath, readTarget } from './request-target.ts'
import { choosePrepared, type PageAddress, type StoredPage, storePage } from './stored-page.ts'

const NOT_FOUND = '/404'

type Options = Pick<Resources, 'changes' | 'clock' | 'log' | 'playbacks' | 'embedOrigins'> & {
  build: AppBuild
}

/** Returns the answer for pages that are in the cache, and how often the cache was of use. */
export function servePages(app: FastifyInstance, options: Options) {
  const { build, changes, clock, log } = options
  const headersOf = createPageHeaders(options)

  async function render(request: PageRequest) {
    const rendered = await build.render(request)
    const page = await storePage(rendered, headersOf(request.path))
    return { page, isComplete: rendered.isComplete, cause: rendered.cause }
  }
  const cache = createPageCache<PageAddress, StoredPage>({
    keyOf: ({ language, path }) => `${language}${path}`,
    render: (address, onLoaded) => render({ ...address, hasDatabase: true, onLoaded }),
    renderWithoutDatabase: (address) => render({ ...address, hasDatabase: false }),
    changes,
    clock,
    onFailure: (key, cause) => log.warn({ page: key, err: cause }, 'a page could not be rendered completely'),
  })

  app.get('/*', async (request, reply) => {
    const target = readTarget(request.url)
    const { query } = target
    if (target.path.startsWith('/api/')) return reply.callNotFound()

    const path = normalizePath(target.path) ?? NOT_FOUND
    const canonical = /[^/]\/$/.test(path) ? path.slice(0, -1) : path
    if (canonical !== path && build.pages.has(canonical))
      return reply.redirect(query === undefined ? canonical : `${canonical}?${query}`, 308)

    const language = readLanguage(query, request.headers.cookie)
    const address = { language, path: build.pages.has(path) ? path : NOT_FOUND }
    if (build.isDevelopment) {
      const { status, html } = await build.render({ ...address, hasDatabase: true })
      return reply.code(status).headers(headersOf(path)).type('text/html; charset=utf-8').send(html)
    }
    const stored = await cache.get(address)
    if (stored === undefined) throw new HttpProblem(503)
    const { status, headers, body } = choosePrepared(stored, request.headers).response
    return reply.code(status).headers(headers).send(body)
  })
  const answer: DirectAnswer = ({ url: path, headers, isSecure }) => {
    const page = cache.fresh({ language: languageFromCookie(headers.cookie), path })
    const prepared = page && choosePrepared(page, headers)
    return isSecure ? prepared?.secureAnswer : prepared?.answer
  }
  return { answer, counts: cache.counts }
}

function createPageHeaders({ build, playbacks, embedOrigins }: Options): (path: string) => HeaderMap {
  const media = playbacks.map(({ url }) => new URL(url).origin)
  const policy = contentSecurityPolicy({ media, embed: embedOrigins }, build.inline)
  return (path) => {
    const page = build.pages.get(path)
    const headers = pageHeaders(page, embedOrigins)
    return build.isDevelopment ? headers : { ...headers, 'content-security-policy': policy(page) }
  }
}
