import type { FastifyInstance } from 'fastify'
import { inviteFirstOperator } from '../../../app/features/members/invitations-store.server.ts'
import { createDesk } from '../../../server/desk/create-desk.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { resourcesWith } from '../site/site-resources.ts'

const DESK_URL = 'http://localhost:4000'
const PASSWORD = 'correct horse battery'

type Call = { cookie?: string; body?: object | undefined; headers?: Record<string, string> }
export type TestDesk = Awaited<ReturnType<typeof testDesk>>

/** A desk without a listener, with an operator and, on request, members of NPCs. */
export async function testDesk(database: TestDatabase) {
  const desk: FastifyInstance = await createDesk(resourcesWith({ db: database.db, hasDesk: true }), {
    deskUrl: () => DESK_URL,
    trustProxy: [],
  })

  /** As a page of the desk does it. */
  function call(method: string, url: string, { cookie = '', body, headers = {} }: Call = {}) {
    return desk.inject({
      method: method as 'GET',
      url: `/api${url}`,
      headers: { host: 'localhost:4000', origin: DESK_URL, cookie, ...headers },
      ...(body && { payload: body }),
    })
  }

  async function join(token: string | undefined, name: string): Promise<string> {
    const { cookies } = await call('POST', '/join', { body: { token, name, password: PASSWORD } })
    return `${cookies[0]?.name}=${cookies[0]?.value}`
  }

  const operator = await join(await inviteFirstOperator(database), 'Olga')
  return {
    desk,
    operator,
    call,
    as: (cookie: string) => (method: string, url: string, body?: object) =>
      call(method, url, { cookie, body }),
    async memberOf(npcId: string): Promise<string> {
      const body = { role: 'npc', npc_id: npcId }
      const { link } = (await call('POST', '/invitations', { cookie: operator, body })).json()
      return join(link.split('#')[1], `member of ${npcId}`)
    },
    close: () => desk.close(),
  }
}
