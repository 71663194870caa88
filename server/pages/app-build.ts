import type { FastifyInstance } from 'fastify'
import type * as Entry from '../../app/entry.server.tsx'
import type { PageHandle, Resources } from '../../app/resources.ts'
import { readClientFiles, scriptsOf } from './client-files.ts'

/** The React application, as a function from an address to a page. */
export type AppBuild = {
  /** Compiled on request, never cached, and without a content security policy, which would break hot reload. */
  isDevelopment: boolean
  render(request: Entry.PageRequest): Promise<Entry.RenderedPage>
  /** In the pages themselves. */
  inline: { scripts: string[]; styles: string[] }
  /** Its pages by path; every other path gets the 404 page. */
  pages: Map<string, PageHandle>
}

export const CLIENT_FOLDER = new URL('../../build/client/', import.meta.url)
const SERVER_BUILD = new URL('../../build/server/entry.server.js', import.meta.url)

export async function openProductionBuild(resources: Resources): Promise<AppBuild> {
  const { renderPage, inlineScripts, pages } = (await import(SERVER_BUILD.href)) as typeof Entry
  const { manifest, style } = await readClientFiles(CLIENT_FOLDER)
  const assetsOf = (page: string, parts: string[]) => ({
    ...scriptsOf(manifest, page, parts),
    style: { text: style },
  })
  return {
    isDevelopment: false,
    render: (request) => renderPage(resources, assetsOf, request),
    inline: { scripts: inlineScripts, styles: [style] },
    pages,
  }
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
  const load = () => vite.ssrLoadModule('/app/entry.server.tsx') as Promise<typeof Entry>
  const assets = { entry: '/app/entry.client.tsx', modules: [], style: { href: '/app/app.css' } }
  const { inlineScripts, pages } = await load()
  return {
    isDevelopment: true,
    async render(request) {
      const { renderPage } = await load()
      const page = await renderPage(resources, () => assets, request)
      return { ...page, html: await vite.transformIndexHtml(request.path, page.html) }
    },
    inline: { scripts: inlineScripts, styles: [] },
    pages,
  }
}
