import type { Page } from '@playwright/test'
import { inviteFirstOperator } from '../../../app/features/members/invitations-store.server.ts'
import { expect, expectGoodDeskPage, firstLinkOf, SMALL, test } from '../../support/desk/desk-test.ts'
import { foreignPage } from '../../support/desk/foreign-page.ts'
import { addVirtualAuthenticator } from '../../support/desk/virtual-authenticator.ts'
import type { RunningSite } from '../../support/site/running-site.ts'

test.use({ siteName: 'passkeys' })

const PASSWORD = 'correct horse battery'
const NOT_ACCEPTED = 'This passkey was not accepted. Please try again, or use a password.'
const NOT_HERE = 'Passkeys do not work at this address'

test.use({ viewport: SMALL })
test.describe.configure({ mode: 'default' })

/** Of each test its own first operator. */
async function firstLink(site: RunningSite): Promise<string> {
  await site.database.query('delete from members; delete from member_invitations')
  const token = await inviteFirstOperator({ db: site.database })
  return firstLinkOf(site).replace(/#.*/, `#${token}`)
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByText('You are signed in as Olga.')).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the desk' })).toBeVisible()
}

async function openCredentials(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Sign-in and sessions' }).click()
  await expect(page.getByRole('heading', { name: 'Your passkeys' })).toBeVisible()
}

test('a member joins with a passkey, signs in with it, adds another and a password, and always keeps one way in', async ({
  page,
  site,
}) => {
  const device = await addVirtualAuthenticator(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(await firstLink(site))
  await page.getByRole('button', { name: 'Join with a passkey' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await page.getByLabel('Name').fill('Olga')
  await expectGoodDeskPage(page)
  await page.getByRole('button', { name: 'Join with a passkey' }).click()
  await expectSignedIn(page)
  expect(await device.countPasskeys()).toBe(1)

  await signOut(page)
  await expectGoodDeskPage(page)
  await device.setUserVerified(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('The browser used no passkey')).toBeVisible()
  await device.setUserVerified(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectSignedIn(page)

  await openCredentials(page)
  await expectGoodDeskPage(page)
  const passkeys = page.getByRole('region', { name: 'Your passkeys' }).getByRole('listitem')
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('This passkey is your only way to sign in.')).toBeVisible()
  await expect(passkeys).toHaveCount(1)

  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(page.getByText('This device has one of your passkeys already.')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText('You are confirmed.')).toBeVisible()
  await device.remove()
  await addVirtualAuthenticator(page)
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(page.getByText('The passkey is added.')).toBeVisible()
  await expect(passkeys).toHaveCount(2)

  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Add the password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible()
  await expectGoodDeskPage(page)
  for (const left of [1, 0]) {
    await passkeys.first().getByRole('button', { name: 'Remove' }).click()
    await expect(passkeys).toHaveCount(left)
  }
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(NOT_ACCEPTED)).toBeVisible()
  await page.getByLabel('Name').fill('Olga')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectSignedIn(page)
})

test('nobody enters with an assertion that was used, or that a page on another port got from the same device', async ({
  page,
  site,
}) => {
  await addVirtualAuthenticator(page)
  const deskUrl = new URL(firstLinkOf(site)).origin
  await page.goto(await firstLink(site))
  await page.getByLabel('Name').fill('Olga')
  await page.getByRole('button', { name: 'Join with a passkey' }).click()
  await expectSignedIn(page)
  await signOut(page)

  const sent = page.waitForRequest('**/api/passkeys/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const used = (await sent).postData() ?? ''
  await expectSignedIn(page)
  await signOut(page)
  const replayed = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/passkeys/sign-in', { method: 'POST', headers, body })
    return answer.json()
  }, used)
  expect(replayed).toMatchObject({ status: 422, detail: NOT_ACCEPTED })

  // The attacker's server speaks to the desk as a browser would, and the member confirms on the attacker's page.
  const send = async (path: string, body: object) => {
    const headers = { origin: deskUrl, 'content-type': 'application/json' }
    return fetch(`${deskUrl}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const options = await (await send('/passkeys/sign-in-options', {})).json()
  const foreign = await foreignPage()
  await page.goto(foreign.url)
  const assertion = await page.evaluate(async (publicKey) => {
    const credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
    })
    return JSON.parse(JSON.stringify(credential))
  }, options)
  const stolen = await send('/passkeys/sign-in', { assertion })
  expect(await stolen.json()).toMatchObject({ status: 422, detail: NOT_ACCEPTED })
  expect(stolen.headers.get('set-cookie')).toBeNull()
  foreign.close()
})

test('where passkeys do not work, the page says so and offers the password', async ({ page, site }) => {
  const deskUrl = new URL(firstLinkOf(site)).origin
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' })
  for (const address of ['http://127.0.0.1:1', 'http://desk.example']) {
    // The desk itself answers under its own name alone.
    await page.route(`${address}/**`, async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${deskUrl}${pathname}`, headers: {} }) })
    })
    await page.goto(address)
    await expect(page.getByText(NOT_HERE)).toBeVisible()
    await expect(page.getByLabel('Password')).toBeVisible()
    await expect(passkey).toHaveCount(0)
  }
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto(deskUrl)
  await expect(page.getByText('This browser has no passkeys.')).toBeVisible()
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(passkey).toHaveCount(0)
  await expectGoodDeskPage(page)
})
