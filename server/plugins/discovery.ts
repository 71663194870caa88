import type { FastifyInstance } from 'fastify'
import type { PageHandle } from '../../app/resources.ts'

/** For search engines. */
export async function discovery(
  app: FastifyInstance,
  { publicUrl, pages }: { publicUrl: string; pages: Map<string, PageHandle> },
): Promise<void> {
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )

  app.get('/sitemap.xml', (_request, reply) => {
    const urls = [...pages]
      .filter(([, { isUnlisted }]) => !isUnlisted)
      .map(([path]) => `<url><loc>${publicUrl}${path}</loc></url>`)
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
      )
  })
}
