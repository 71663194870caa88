import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { catalogueFor } from '../app/catalogue.server.ts'
import { donationsApi } from '../app/features/donations/donations-api.server.ts'
import { i18nApi } from '../app/features/i18n/i18n-api.server.ts'
import { oembedApi } from '../app/features/live/embed/oembed-api.server.ts'
import { isPublishUpgrade, publishApi } from '../app/features/live/go-live/publish-api.server.ts'
import { hooksApi } from '../app/features/live/hooks/hooks-api.server.ts'
import { liveApi } from '../app/features/live/live-api.server.ts'
import { createLiveFiles } from '../app/features/live/live-files.server.ts'
import { streamsApi } from '../app/features/live/state/streams-api.server.ts'
import { missionsApi } from '../app/features/missions/missions-api.server.ts'
import { avatarsApi } from '../app/features/npcs/avatars/avatars-api.server.ts'
import { npcsApi } from '../app/features/npcs/npcs-api.server.ts'
import { presenceApi } from '../app/features/presence/presence-api.server.ts'
import { roadmapApi } from '../app/features/roadmap/roadmap-api.server.ts'
import { submissionsApi } from '../app/features/submissions/submissions-api.server.ts'
import { votesApi } from '../app/features/votes/votes-api.server.ts'
import { weatherApi } from '../app/features/weather/weather-api.server.ts'
import { livePictureIn } from '../app/live-picture.server.ts'
import type { Resources } from '../app/resources.ts'
import { answerFirst } from './direct-answers/answer-first.ts'
import { answerWithEvents } from './direct-answers/events-answer.ts'
import { answerWithLive } from './direct-answers/live-answer.ts'
import type { Environment } from './environment.ts'
import type { Metrics } from './metrics/metrics.ts'
import { watchApp } from './metrics/watch-app.ts'
import { CLIENT_FOLDER, openDevelopmentBuild, openProductionBuild } from './pages/app-build.ts'
import { servePages } from './pages/serve-pages.ts'
import { acceptFaster } from './plugins/accept-faster.ts'
import { addHeaders } from './plugins/add-headers.ts'
import { assets } from './plugins/assets.ts'
import { discovery } from './plugins/discovery.ts'
import { createEventReaders } from './plugins/event-readers.ts'
import { events } from './plugins/events.ts'
import { answerBadAddress, answerMalformed, handleErrors } from './plugins/handle-errors.ts'
import { health } from './plugins/health.ts'
import { limitConnections } from './plugins/limit-connections.ts'
import { logRequests } from './plugins/log-requests.ts'
import { shedLoad } from './plugins/shed-load.ts'
import { warnOfProxy } from './plugins/warn-of-proxy.ts'
import type { Tracing } from './tracing/open-tracing.ts'

const LIMITS = {
  bodyLimit: 64 * 1024,
  requestTimeout: 15_000,
  /** Without a byte in either direction; readers of events get one every 15 seconds. */
  connectionTimeout: 60_000,
  keepAliveTimeout: 65_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
}

type Watchers = {
  metrics?: Metrics | undefined
  tracing?: Tracing | undefined
}

export type AppOptions = Pick<Environment, 'mode' | 'trustProxy' | 'eventReadersPerAddress'>

/** What nobody asked to be measured is not. */
export async function createApp(
  resources: Resources,
  { mode, trustProxy, eventReadersPerAddress }: AppOptions,
  { metrics, tracing }: Watchers = {},
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = resources.log
  const app = Fastify({
    ...LIMITS,
    // In development, Vite upgrades its own connections.
    http: { ...LIMITS.http, ...(mode === 'production' && { shouldUpgradeCallback: isPublishUpgrade }) },
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerMalformed,
    frameworkErrors: (_error, { raw }, reply) => answerBadAddress(reply, connections.cameByTls(raw)),
  })
  app.removeContentTypeParser('text/plain')
  acceptNoBody(app)
  if (mode === 'production') acceptFaster(app, resources.log)
  const connections = limitConnections(app, { trustProxy })
  handleErrors(app)
  tracing?.traceRequests(app)
  const watched = metrics && watchApp(app, metrics)
  const isOverloaded = shedLoad(app, resources)
  logRequests(app, resources.log)
  if (trustProxy.length === 0) warnOfProxy(app, resources.log)
  // Hot reload needs inline scripts and styles, so the policies apply in production only.
  if (mode === 'production') addHeaders(app)

  await app.register(health, resources)
  const options = { prefix: '/api', ...resources }
  await app.register(i18nApi, {
    prefix: '/api',
    catalogueFor: (language) => catalogueFor(language, resources.siteDetails.current().name),
  })
  await app.register(npcsApi, options)
  await app.register(avatarsApi, resources)
  await app.register(votesApi, options)
  await app.register(presenceApi, options)
  await app.register(weatherApi, options)
  await app.register(donationsApi, options)
  await app.register(streamsApi, options)
  await app.register(hooksApi, options)
  if (resources.hasDesk) {
    await app.register(missionsApi, options)
    await app.register(submissionsApi, options)
    await app.register(roadmapApi, options)
  }
  const readers = createEventReaders({ ...resources, readersPerAddress: eventReadersPerAddress })
  await app.register(events, { readers })
  const liveFiles = createLiveFiles(resources)
  await app.register(liveApi, { files: liveFiles })
  await app.register(oembedApi, { ...options, pictureIn: livePictureIn })
  await app.register(publishApi, resources)

  if (mode === 'production') await app.register(assets, { folder: CLIENT_FOLDER, ...resources })
  const build = await (mode === 'production'
    ? openProductionBuild(resources)
    : openDevelopmentBuild(app, resources))
  await app.register(discovery, { ...resources, pages: build.pages })
  const pages = servePages(app, { ...resources, build })
  watched?.addParts({ readers, pages })
  // The framework logs requests, and in development there are no stored pages.
  if (mode === 'production' && !resources.log.isLevelEnabled('debug')) {
    const withLive = answerWithLive(liveFiles)
    const withEvents = answerWithEvents({ readers, connections, isOverloaded })
    answerFirst(app, connections, [
      watched?.live(withLive) ?? withLive,
      watched?.pages(pages.answer) ?? pages.answer,
      watched?.events(withEvents) ?? withEvents,
    ])
  }
  return app
}

/** Some clients name a content type with every request, also with a DELETE that has no body. */
function acceptNoBody(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body, done)
  })
}
