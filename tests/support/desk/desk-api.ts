import type { FastifyInstance } from 'fastify'
import { inviteFirstOperator } from '../../../app/features/members/invitations-store.server.ts'
import { createDesk } from '../../../server/desk/create-desk.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { resourcesWith } from '../site/site-resources.ts'

const ADDRESS = 'http://localhost:4000'

export type DeskApi = Awaited<ReturnType<typeof openDeskApi>>

/** The desk's API over a database of its own, as the operator Olga calls it from a page of the desk. */
export async function openDeskApi({ db }: TestDatabase) {
  const desk: FastifyInstance = await createDesk(resourcesWith({ db }), {
    deskUrl: () => ADDRESS,
    trustProxy: [],
  })
  let cookie = ''

  async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const answer = await desk.inject({
      method,
      url: `/api${path}`,
      headers: { host: 'localhost:4000', origin: ADDRESS, 'sec-fetch-site': 'same-origin', cookie },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json(), cookies: answer.cookies }
  }

  const token = await inviteFirstOperator({ db })
  const joined = await call('POST', '/join', { token, name: 'Olga', password: 'correct horse battery' })
  const [session] = joined.cookies
  cookie = `${session?.name}=${session?.value}`
  return { call, close: () => desk.close() }
}
