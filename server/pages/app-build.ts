import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type * as Entry from '../../app/entry.server.tsx'
import type { PageHandle, Rendering, Resources } from '../../app/resources.ts'

/** The React application, as a function from request to response. */
export type AppBuild = {
  /** Compiled on request, never cached, and without a content security policy, which would break hot reload. */
  isDevelopment: boolean
  respond(request: Request, rendering: Rendering): Promise<Response>
  /** The inline script in every page. */
  themeScript: string
  /** Its pages by path; every other path gets the 404 page. */
  pages: Map<string, PageHandle>
}

type Load = () => Promise<ServerBuild>

export const CLIENT_FOLDER = new URL('../../build/client/', import.meta.url)
const SERVER_BUILD = new URL('../../build/server/index.js', import.meta.url)

export async function openProductionBuild(resources: Resources): Promise<AppBuild> {
  const build = (await import(SERVER_BUILD.href)) as ServerBuild
  return openBuild(async () => build, resources, false)
}

/** Vite inside this process: one port, hot reload, compiled on request. */
export async function openDevelopmentBuild(app: FastifyInstance, resources: Resources): Promise<AppBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  app.addHook('onClose', () => vite.close())
  const load: Load = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  return openBuild(load, resources, true)
}

async function openBuild(load: Load, resources: Resources, isDevelopment: boolean): Promise<AppBuild> {
  const first = await load()
  const mode = isDevelopment ? 'development' : 'production'
  return {
    isDevelopment,
    themeScript: entryModuleOf(first).themeScript,
    pages: pagesOf(first),
    async respond(request, rendering) {
      const build = await load()
      const { createRequestHandler, createLoadContext } = entryModuleOf(build)
      return createRequestHandler(build, mode)(request, createLoadContext(resources, rendering))
    },
  }
}

function entryModuleOf(build: ServerBuild): typeof Entry {
  return build.entry.module as unknown as typeof Entry
}

function pagesOf(build: ServerBuild): Map<string, PageHandle> {
  const routes = Object.values(build.routes).filter((route) => route !== undefined)
  const pages = routes.filter((route) => route.parentId === 'root' && route.path !== '*')
  return new Map(pages.map(({ path = '', module }) => [`/${path}`, (module.handle as PageHandle) ?? {}]))
}
