import type { Page } from '@playwright/test'
import { expectGoodDeskPage, firstLinkOf, SMALL } from '../../support/desk/desk-test.ts'
import { type RunningSite, runSite } from '../../support/site/running-site.ts'
import { expect, test } from '../../support/site/site-test.ts'

const PASSWORD = 'correct horse battery'

let site: RunningSite

test.beforeAll(async () => {
  site = await runSite({ OPERATOR_PORT: '0' })
})

test.afterAll(() => site.close())

async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join with this password' }).click()
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
}

test('an operator enters by the link of the first start, invites an NPC and sees what was changed', async ({
  browser,
  consoleLines,
  page,
}) => {
  await page.setViewportSize(SMALL)
  await page.goto(firstLinkOf(site))
  await expectGoodDeskPage(page)
  await page.getByRole('button', { name: 'Join with this password' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await expect(page.getByText('Choose a password with at least 12 characters.')).toBeVisible()
  await join(page, firstLinkOf(site), 'Olga')
  await expectGoodDeskPage(page)

  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Role').selectOption('NPC')
  await page.getByLabel('Number of the NPC').fill('1')
  await page.getByRole('button', { name: 'Make a one-time link' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  await expectGoodDeskPage(page)

  const phone = await browser.newContext({ viewport: SMALL })
  const nina = await phone.newPage()
  await join(nina, link, 'Nina')
  await expect(nina.getByText('You look after NPC 1.')).toBeVisible()
  await expect(nina.getByRole('link', { name: 'People' })).toHaveCount(0)
  await nina.goto(new URL('/people', link).href)
  await expect(nina.getByText('Only an operator can open this page.')).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Sign-in and sessions' }).click()
  await expect(page.getByText('Nina')).toBeVisible()
  await expect(page.getByText('You have none.')).toBeVisible()
  await expectGoodDeskPage(page)
  await page.getByRole('button', { name: 'End the session of Nina' }).click()
  await expect(page.getByText('Nina')).toHaveCount(0)
  await nina.reload()
  await expect(nina.getByRole('heading', { level: 2 })).toHaveText('Sign in to the desk')

  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Olga ended a session of Nina' })).toBeVisible()
  await expectGoodDeskPage(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Sign in to the desk')
  await page.getByLabel('Name').fill('Olga')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('The name or the password is wrong.')).toBeVisible()
  await expectGoodDeskPage(page)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('You are signed in as Olga.')).toBeVisible()
  expect(consoleLines.filter((line) => !line.includes('422'))).toEqual([])
  await phone.close()
})

test('a link that is withdrawn or incomplete says so', async ({ page }) => {
  const link = firstLinkOf(site)
  await site.database.query('delete from members; delete from member_invitations')
  await page.goto(link)
  await expect(page.getByText('This link has been used, withdrawn or has expired.')).toBeVisible()
  await page.goto(link.split('#')[0] ?? '')
  await expect(page.getByText('This link is incomplete.')).toBeVisible()
})
