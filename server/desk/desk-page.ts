import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { DESK_PATHS } from '../../app/desk/paths.ts'
import { SECURITY_HEADERS } from '../security-headers.ts'

type Manifest = Record<string, { file: string; css?: string[] }>

const ENTRY = 'app/desk/entry.tsx'
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** One document for every page: the desk is drawn by its script, and nothing in the document is anybody's. */
export async function deskPage(desk: FastifyInstance, { folder }: { folder: URL }): Promise<void> {
  const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', folder), 'utf8')) as Manifest
  const { file, css = [] } = manifest[ENTRY] ?? { file: '' }
  const html = `<!doctype html>
<html lang="en" class="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>NPC Stream desk</title>
${css.map((style) => `<link rel="stylesheet" href="/${style}">`).join('\n')}
<script type="module" src="/${file}"></script>
</head>
<body><noscript>The desk needs JavaScript.</noscript><div id="desk"></div></body>
</html>
`
  for (const path of DESK_PATHS)
    desk.get(path, { config: { access: 'anyone' } }, async (_request, reply) =>
      reply
        .headers({ ...SECURITY_HEADERS, 'content-security-policy': POLICY, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(html),
    )
}
