import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeDesk, cookieOf } from '../support/desk/change-desk.ts'
import {
  checkAgain,
  expectDonationsAgree,
  hideAndShowNames,
  insertDonations,
} from '../support/desk/donations-storm.ts'
import { changeFacts, expectFactsAgree } from '../support/desk/facts-storm.ts'
import {
  expectMembersAgree,
  inviteAndJoin,
  inviteAndWithdraw,
  PASSWORD,
  removeMembers,
  signInAndOut,
} from '../support/desk/members-storm.ts'
import { changeMissions, changeNpcs, expectNpcsAgree } from '../support/desk/npc-storm.ts'
import { joinAndChangePasskeys } from '../support/desk/passkey-storm.ts'
import { changeStage, expectStagesAgree } from '../support/desk/stage-storm.ts'
import { expectSubmissionsAgree, treatApplications } from '../support/desk/submissions-storm.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { startSite } from '../support/site/site-process.ts'
import { testEnvironment } from '../support/site/test-environment.ts'

const KILLS = 3
/** Each kind of change, again and again, beside all others. */
const STORM = [
  inviteAndJoin,
  inviteAndWithdraw,
  signInAndOut,
  removeMembers,
  joinAndChangePasskeys,
  treatApplications,
  hideAndShowNames,
  checkAgain,
  changeFacts,
  changeNpcs,
  changeMissions,
  changeStage,
]
const AGREEMENTS = [
  expectMembersAgree,
  expectSubmissionsAgree,
  expectDonationsAgree,
  expectFactsAgree,
  expectNpcsAgree,
  expectStagesAgree,
]

function deskOf(site: RunningSite): { url: string; token: string | undefined } {
  const [, url = '', token] = /desk +(http:\/\/[^/\s]+)(?:\/join#(\S+))?/.exec(site.output().out) ?? []
  return { url, token }
}

test('the first start prints a link that makes an operator, and later ones the address alone', async () => {
  const site = await runSite({ OPERATOR_PORT: '0' })
  const first = deskOf(site)
  const joined = await changeDesk(first.url, '/join', {
    body: { token: first.token, name: 'Olga', password: PASSWORD },
  })
  expect(joined.status).toBe(200)
  await site.restart('SIGTERM')
  const { url, token } = deskOf(site)
  expect(url).toMatch(/^http:\/\/localhost:\d+$/)
  expect(token).toBeUndefined()
  await site.close()
})

test('a port in use stops the start, in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const site = await runSite()
  const other = startSite({
    DATABASE_URL: site.databaseUrl,
    VISITOR_SECRET: 'x'.repeat(32),
    DATA_DIR: `${site.dataDir}/other`,
    OPERATOR_PORT: String(port),
  })
  const { code } = await other.ended
  expect(code).toBe(1)
  expect(other.output().err).toContain(
    `127.0.0.1:${port} cannot be listened on (EADDRINUSE); set another OPERATOR_PORT or OPERATOR_HOST`,
  )
  taken.close()
  await site.close()
})

test(`killed ${KILLS} times amid changes of every kind, state and audit log agree (TEST_SEED=${testEnvironment.seed})`, async () => {
  const random = seededRandom(testEnvironment.seed)
  const site = await runSite({ OPERATOR_PORT: '0' })
  const { url: firstUrl, token } = deskOf(site)
  const joined = await changeDesk(firstUrl, '/join', { body: { token, name: 'Olga', password: PASSWORD } })
  const cookie = cookieOf(joined)
  await insertDonations(site)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { url } = deskOf(site)
    // Otherwise the limit per address would stop the storm.
    await site.database.query('delete from sign_in_attempts')
    const rounds = STORM.map(() => 0)
    let isOver = false
    const storm = STORM.map(async (work, place) => {
      while (!isOver) {
        const isDone = await work(url, cookie, site).then(
          () => true,
          () => false,
        )
        if (isDone) rounds[place] = (rounds[place] ?? 0) + 1
        else await sleep(20)
      }
    })
    const missing = () => STORM.filter((_, place) => rounds[place] === 0).map(({ name }) => name)
    await expect.poll(missing, { timeout: 120_000 }).toEqual([])
    await sleep(random() * 400)
    await site.restart('SIGKILL')
    isOver = true
    await Promise.all(storm)
    for (const expectAgreement of AGREEMENTS) await expectAgreement(site)
  }
  await site.close()
})
