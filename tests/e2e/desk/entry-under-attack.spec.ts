import type { Page, Response } from '@playwright/test'
import { expect, SMALL, test } from '../../support/desk/desk-test.ts'
import { foreignPage } from '../../support/desk/foreign-page.ts'
import type { RunningSite } from '../../support/site/running-site.ts'

test.use({ siteName: 'entry-under-attack' })

const PASSWORD = 'correct horse battery'
const NOT_OURS = 'Changes are made from pages of the desk.'

test.use({ viewport: SMALL })
test.describe.configure({ mode: 'default' })

async function signIn(page: Page, password: string): Promise<Response> {
  await page.getByLabel('Name').fill('Olga')
  await page.getByLabel('Password').fill(password)
  const answer = page.waitForResponse('**/api/sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return answer
}

/** All that a change could leave behind. */
async function stateOf({ database }: RunningSite) {
  const { rows } = await database.query(`select
    (select json_agg(entry order by id) from audit_log entry) as audit_log,
    (select json_agg(member order by id) from members member) as members,
    (select json_agg(invitation order by id) from member_invitations invitation) as invitations,
    (select json_agg(session.id order by id) from member_sessions session) as sessions,
    (select count(*) from passkey_challenges) as challenges`)
  return rows[0]
}

test('after ten of twenty wrong passwords the page says to wait, also with the right one', async ({
  operatorEntry: { deskUrl },
  page,
  site,
}) => {
  await site.database.query('delete from sign_in_attempts')
  await page.goto(deskUrl)
  const statuses: number[] = []
  for (let attempt = 1; attempt <= 20; attempt += 1)
    statuses.push((await signIn(page, `wrong password ${attempt}`)).status())
  expect(statuses).toEqual([...Array(10).fill(422), ...Array(10).fill(429)])
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many wrong passwords\. Please try again in 1[45] minutes\.$/,
  )
  expect((await signIn(page, PASSWORD)).status()).toBe(429)
  expect(await page.context().cookies()).toEqual([])
  await site.database.query('delete from sign_in_attempts')
  expect((await signIn(page, PASSWORD)).status()).toBe(200)
  await expect(page.getByText('You are signed in as Olga.')).toBeVisible()
})

test('a cookie that another local port planted is not the session that a sign-in opens', async ({
  browser,
  operatorEntry: { deskUrl },
  page,
  site,
}) => {
  await site.database.query('delete from sign_in_attempts')
  const planted = 'known-to-the-attacker-before-it'
  const foreign = await foreignPage(`<script>document.cookie = 'desk=${planted}; path=/'</script>`)
  await page.goto(foreign.url)
  await page.goto(deskUrl)
  expect((await page.context().cookies(deskUrl)).map(({ value }) => value)).toEqual([planted])
  expect((await signIn(page, PASSWORD)).status()).toBe(200)
  await expect(page.getByText('You are signed in as Olga.')).toBeVisible()
  const cookies = await page.context().cookies(deskUrl)
  expect(cookies).toMatchObject([{ name: 'desk', httpOnly: true, sameSite: 'Strict' }])
  expect(cookies[0]?.value).not.toBe(planted)

  const attacker = await browser.newContext()
  await attacker.addCookies([{ name: 'desk', value: planted, url: deskUrl }])
  const view = await attacker.newPage()
  await view.goto(`${deskUrl}/people`)
  await expect(view.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible()
  await attacker.close()
  foreign.close()
})

test('a page on another local port, open beside the desk, changes nothing there and reads nothing', async ({
  operator,
  operatorEntry: { deskUrl },
  site,
}) => {
  const foreign = await foreignPage()
  const cookies = await recordCookies(operator, deskUrl)
  await operator.goto(`${deskUrl}/people`)
  await expect(operator.getByRole('heading', { name: 'Members' })).toBeVisible()
  // From the desk itself the same requests work.
  expect(await operator.evaluate(attack, deskUrl)).toContain('read 200')
  const before = await stateOf(site)
  expect(before.invitations).toHaveLength(1)
  cookies.length = 0

  await operator.goto(foreign.url)
  expect(await operator.evaluate(attack, deskUrl)).toEqual(['failed'])
  // The browser does send the session along: it is the desk that rejects the change.
  await expect.poll(() => cookies.length).toBeGreaterThanOrEqual(4)
  expect(await stateOf(site)).toEqual(before)

  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    await operator.goto(foreign.url)
    cookies.length = 0
    await operator.evaluate(postForm, { action: `${deskUrl}/api/invitations`, enctype })
    await operator.waitForURL(`${deskUrl}/api/invitations`)
    await expect(operator.locator('body')).toContainText(NOT_OURS)
    await expect.poll(() => cookies.length).toBeGreaterThan(0)
  }
  expect(await stateOf(site)).toEqual(before)
  await operator.goto(deskUrl)
  await expect(operator.getByText('You are signed in as Olga.')).toBeVisible()
  foreign.close()
})

/** Those that the browser sends with requests to the desk, also where nobody gets the answer. */
async function recordCookies(page: Page, deskUrl: string): Promise<string[]> {
  const cookies: string[] = []
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const [host, cookie] = [headers.Host ?? headers.host, headers.Cookie ?? headers.cookie]
    if (host === new URL(deskUrl).host && cookie?.includes('desk=')) cookies.push(cookie)
  })
  return cookies
}

/** Runs in the page: every way to send a request that a script has, with the member's cookie. */
async function attack(deskUrl: string): Promise<string[]> {
  const body = '{"role":"operator"}'
  const outcomes = new Set<string>()
  async function send(path: string, options: RequestInit): Promise<void> {
    const sent = fetch(`${deskUrl}/api${path}`, { credentials: 'include', ...options })
    outcomes.add(
      await sent.then(
        ({ status }) => `read ${status}`,
        () => 'failed',
      ),
    )
  }
  for (const mode of ['cors', 'no-cors'] as const)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      for (const path of ['/invitations', '/passkeys/confirm-options'])
        await send(path, { method: 'POST', mode, body, headers: { 'content-type': type } })
  const headers = { 'content-type': 'application/json' }
  await send('/invitations', { method: 'POST', body, headers })
  await send('/members/999999', { method: 'DELETE' })
  await send('/password', { method: 'PUT', body, headers })
  await send('/members', {})
  navigator.sendBeacon(`${deskUrl}/api/invitations`, new Blob([body], { type: 'text/plain' }))
  return [...outcomes]
}

/** Runs in the page: a form needs no script's permission, and its text can look like JSON. */
function postForm({ action, enctype }: { action: string; enctype: string }): void {
  const form = Object.assign(document.createElement('form'), { action, enctype, method: 'post' })
  const field = { name: '{"role":"operator","x":"', value: '"}' }
  form.append(Object.assign(document.createElement('input'), field))
  document.body.append(form)
  form.submit()
}

test('a page on another local port that frames the desk shows nothing of it', async ({
  operator,
  operatorEntry: { deskUrl },
}) => {
  const harmless = await foreignPage('<p>This may be framed.</p>')
  const framed = ['/', '/people', '/sessions', '/join', '/api/me'].map((path) => `${deskUrl}${path}`)
  const foreign = await foreignPage(
    [harmless.url, ...framed].map((url) => `<iframe src="${url}"></iframe>`).join(''),
  )
  const refused: string[] = []
  operator.on('console', (message) => {
    if (message.text().includes('frame-ancestors')) refused.push(message.text())
  })
  await operator.goto(foreign.url)
  await expect(operator.frameLocator('iframe >> nth=0').getByText('This may be framed.')).toBeVisible()
  await expect.poll(() => refused.length).toBe(framed.length)
  expect(operator.frames().filter((frame) => frame.url().startsWith(deskUrl))).toEqual([])
  for (let position = 1; position <= framed.length; position += 1) {
    const frame = operator.frameLocator(`iframe >> nth=${position}`)
    await expect(frame.getByText('Olga')).toHaveCount(0)
    await expect(frame.locator('#desk')).toHaveCount(0)
  }
  await operator.goto(deskUrl)
  await expect(operator.locator('#desk')).toContainText('You are signed in as Olga.')
  harmless.close()
  foreign.close()
})
