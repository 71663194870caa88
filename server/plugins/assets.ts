import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Resources } from '../../app/resources.ts'

const ONE_YEAR_IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'
const ONE_DAY = 'public, max-age=86400'
const WEB_MANIFEST = 'site.webmanifest'

type Options = Pick<Resources, 'siteDetails'> & { folder: URL }

/** The files of the build; those under assets/ have a hash in their name and never change. */
export async function assets(app: FastifyInstance, { folder, siteDetails }: Options): Promise<void> {
  const root = fileURLToPath(folder)
  const hashed = join(root, 'assets')
  const shared = join(root, 'share')
  const favicon = join(root, 'favicon.ico')

  function lifetimeOf(path: string): string {
    if (path.startsWith(hashed)) return ONE_YEAR_IMMUTABLE
    return path === favicon ? ONE_DAY : ONE_HOUR
  }

  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/.vite/**', '**/*.br', '**/*.gz', WEB_MANIFEST],
    setHeaders: (reply, path) => {
      reply.header('cache-control', lifetimeOf(path))
      // The pictures of shared links are there for other sites to show.
      if (path.startsWith(shared)) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })

  const manifest = JSON.parse(await readFile(join(root, WEB_MANIFEST), 'utf8')) as object
  app.get(`/${WEB_MANIFEST}`, (_request, reply) => {
    const name = siteDetails.changed()?.name
    if (name === undefined) return reply.sendFile(WEB_MANIFEST)
    return reply
      .header('cache-control', ONE_HOUR)
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ ...manifest, name, short_name: name }))
  })
}
