import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSite, runSite } from '../support/site/running-site.ts'

const CALLERS = 2_000
const VOTES_EACH = 3

let site: RunningSite

beforeAll(async () => {
  site = await runSite()
})

afterAll(() => site.close())

const BODY = '{"vote_type":"like"}'
const VOTE = [
  'PUT /api/npcs/1/vote HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n')

/** Sends its votes one after another on one connection; returns the status of each, 0 if there was no answer. */
function call(): Promise<number[]> {
  return new Promise((resolve) => {
    const statuses: number[] = []
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(VOTE))
    socket.on('data', (chunk) => {
      for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.push(Number(status))
        if (statuses.length < VOTES_EACH) socket.write(VOTE)
        else socket.end()
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      while (statuses.length < VOTES_EACH) statuses.push(0)
      resolve(statuses)
    })
  })
}

test('2,000 callers at once and health checks all get answers, and the site recovers', async () => {
  let isOver = false
  const health: number[] = []
  async function checkHealth(): Promise<void> {
    do health.push((await fetch(`${site.url}/healthz`, { headers: { connection: 'close' } })).status)
    while (!isOver)
  }
  const checking = checkHealth()
  const statuses = (await Promise.all(Array.from({ length: CALLERS }, call))).flat()
  isOver = true
  await checking
  const counts = Map.groupBy(statuses, (status) => status)
  const others = [...counts.keys()].filter((status) => ![200, 429, 503].includes(status))
  expect(others.map((status) => [status, counts.get(status)?.length])).toEqual([])
  expect(new Set(health)).toEqual(new Set([200]))
  expect((await fetch(`${site.url}/api/npcs`)).status).toBe(200)
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  expect(site.output().err).not.toContain('"level":50')
})
