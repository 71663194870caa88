import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from 'fastify'
import { deskApis } from '../../app/desk/desk-apis.server.ts'
import type { SiteReadings } from '../../app/desk/today/site-readings.ts'
import type { DeskUrl } from '../../app/features/members/access.server.ts'
import { avatarsApi } from '../../app/features/npcs/avatars/avatars-api.server.ts'
import type { Db } from '../../app/platform/database/database.server.ts'
import type { Resources } from '../../app/resources.ts'
import { addHeaders } from '../plugins/add-headers.ts'
import { answerBadAddress, answerMalformed, handleErrors } from '../plugins/handle-errors.ts'
import { logRequests } from '../plugins/log-requests.ts'
import { deskPage } from './desk-page.ts'
import { guardDesk } from './guard-desk.ts'

const BUILD = new URL('../../build/desk/', import.meta.url)
const BODY_LIMIT = 64 * 1024
const REQUEST_TIMEOUT_MS = 15_000

/** Of an instance that does not measure itself. */
const NO_READINGS: SiteReadings = {
  instance: '00000000-0000-0000-0000-000000000000',
  rates: () => new Map(),
  machine: async () => ({ memory_bytes: process.memoryUsage.rss(), disk: null, backup_at: null }),
}

export type DeskOptions = {
  deskUrl: DeskUrl
  trustProxy: string[]
  readings?: SiteReadings
  /** For a test that must not miss a route. */
  onRoute?(route: RouteOptions): void
}

/** The operator's desk: a second site, on a listener of its own. */
export async function createDesk(
  resources: Resources,
  { deskUrl, trustProxy, readings = NO_READINGS, onRoute = () => {} }: DeskOptions,
): Promise<FastifyInstance> {
  const { db, log } = resources
  const loggerInstance: FastifyBaseLogger = log
  const desk = Fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    forceCloseConnections: true,
    clientErrorHandler: answerMalformed,
    frameworkErrors: (_error, _request, reply) => answerBadAddress(reply, deskUrl().startsWith('https:')),
  })
  desk.removeContentTypeParser('text/plain')
  desk.addHook('onRoute', onRoute)
  handleErrors(desk)
  guardDesk(desk, { db, deskUrl })
  logRequests(desk, log)
  addHeaders(desk)
  await desk.register((api) => deskApis(api, { ...resources, deskUrl, readings }), { prefix: '/api' })
  await desk.register(deskPage, { folder: BUILD })
  await desk.register(deskAssets, { db })
  return desk
}

/** The code of the desk is no secret, nor are avatars; what the desk reads is. */
async function deskAssets(desk: FastifyInstance, { db }: { db: Db }): Promise<void> {
  desk.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
  })
  await desk.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', BUILD)),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  await desk.register(avatarsApi, { db })
}
