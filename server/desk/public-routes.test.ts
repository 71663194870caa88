import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { resourcesWith } from '../../tests/support/site/site-resources.ts'
import { createApp } from '../app.ts'
import { readEnvironment } from '../environment.ts'

/** What the site offered before there was a desk; `*` are the pages. Files have tests of their own. */
const BEFORE = `
/healthz (GET, HEAD)
/readyz (GET, HEAD)
/api/messages/:language (GET, HEAD)
/api/npcs (GET, HEAD)
/api/npcs/:id/vote (PUT, DELETE)
/api/npcs/:id/donations (GET, HEAD, POST)
/api/npcs/:id/donation-intents (POST)
/api/npcs/:id/stream (GET, HEAD)
/api/ip (GET, HEAD)
/api/votes (GET, HEAD)
/api/verify-solana-tx (POST)
/api/presence (POST)
/api/weather (GET, HEAD)
/api/donation-intents/:id (GET, HEAD)
/api/donation-intents/:id/transaction (POST)
/api/donation-intents/:id/signed-transaction (POST)
/api/events (GET, HEAD)
/api/oembed (GET, HEAD)
/live/send (GET, HEAD)
/live/:npcId/:name|:epoch (GET, HEAD)
/live/:npcId/:name|:epoch/:name (GET, HEAD)
* (GET, HEAD)
`

test('without OPERATOR_PORT the public listener offers what it did before there was a desk', async () => {
  const site = await createApp(resourcesWith({}), readEnvironment({}))
  await site.ready()
  expect(routesOf(site).sort()).toEqual(BEFORE.trim().split('\n').sort())
  await site.close()
})

/** Every route with its methods, but no file. */
function routesOf(site: FastifyInstance): string[] {
  const parents: string[] = []
  return site
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? []
      if (path === '') return []
      const depth = indent.length / 4
      parents.splice(depth, parents.length, path)
      return /\.\w+$/.test(path) ? [] : `${parents.join('')} (${methods})`
    })
}
