import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectGoodDeskPage, test } from '../../support/desk/desk-test.ts'
import { donate } from '../../support/ledger/donate.ts'
import { randomSignature } from '../../support/ledger/random-keys.ts'

test.use({ siteName: 'donations' })

const UNNAMED = { username: 'Anonymous', x_account: null }

test.describe.configure({ mode: 'serial' })

const payments = (page: Page) => page.getByTestId('payment')

async function claim(page: Page, txHash: string, username: string, xAccount?: string): Promise<void> {
  const data = { username, amount: 0.5, tx_hash: txHash, ...(xAccount && { x_account: xAccount }) }
  expect((await page.request.post('/api/npcs/1/donations', { data })).status()).toBe(201)
}

test('a name is hidden and shown again while visitors watch; amount, total and order stay', async ({
  page,
  site,
  operator,
  openAsNpc,
  consoleLines,
}) => {
  await donate(site, '0.25', '--name', 'Ann')
  const txHash = await donate(site, '0.5')
  await claim(page, txHash, '=HYPERLINK("x")', 'rude')
  await page.goto('/npc1')
  await expect(page.getByTestId('donation-total')).toHaveText('0.7500 SOL')
  await expect(page.getByTestId('supporter')).toHaveText([/=HYPERLINK.*@rude.*0\.5 SOL/, /Ann.*0\.25 SOL/])
  await expect(page.getByTestId('supporter-count')).toHaveText('2')

  await operator.goto('/donations')
  await expect(operator.getByText('Local test ledger: play money')).toBeVisible()
  await expect(operator.getByTestId('credited-total')).toHaveText('0.75 SOL750,000,000 lamports')
  await expect(payments(operator)).toHaveCount(2)
  await expect(payments(operator).first()).toContainText('500,000,000 lamports')
  await expect(payments(operator).first()).toContainText(txHash)
  await expect(payments(operator).first()).toContainText('Proof: the first claim, nothing stronger.')
  await expectGoodDeskPage(operator)

  await operator.getByRole('button', { name: 'Hide name: =HYPERLINK' }).click()
  await expect(payments(operator).first()).toContainText('Name hidden')
  await expect(payments(operator).first()).toContainText('=HYPERLINK')
  await expect(page.getByTestId('supporter')).toHaveText([/Anonymous.*0\.5 SOL/, /Ann.*0\.25 SOL/])
  await expect(page.getByText('@rude')).toHaveCount(0)
  await expect(page.getByTestId('donation-total')).toHaveText('0.7500 SOL')
  await expect(page.getByTestId('supporter-count')).toHaveText('2')
  await page.reload()
  await expect(page.getByTestId('supporter')).toHaveText([/Anonymous.*0\.5 SOL/, /Ann.*0\.25 SOL/])
  expect(await (await page.request.get('/npc1')).text()).not.toContain('HYPERLINK')
  const { recent } = await (await page.request.get('/api/npcs/1/donations')).json()
  expect(recent).toMatchObject([
    { ...UNNAMED, tx_hash: txHash, amount: 0.5 },
    { username: 'Ann', amount: 0.25 },
  ])
  await expectGoodDeskPage(operator)

  const nina = await openAsNpc('1')
  await nina.goto('/donations')
  await expect(payments(nina)).toHaveText([/Anonymous/, /Ann/])
  await expect(nina.getByText('HYPERLINK')).toHaveCount(0)
  await expect(nina.getByRole('button', { name: /Hide name|Show name|Check again|Download/ })).toHaveCount(0)
  await expectGoodDeskPage(nina)

  const [download] = await Promise.all([
    operator.waitForEvent('download'),
    operator.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^donations-localnet-.*\.csv$/)
  const [head = '', ...rows] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(head.split(',')[0]).toBe('\ufefflamports')
  expect(rows.reduce((sum, row) => sum + BigInt(row.split(',')[0] ?? ''), 0n)).toBe(750_000_000n)
  expect(rows.find((row) => row.includes(txHash))).toContain(
    `,"'=HYPERLINK(""x"")",rude,paste,1,localnet,true`,
  )

  await operator.getByRole('button', { name: 'Show name: =HYPERLINK' }).click()
  await expect(page.getByTestId('supporter').first()).toHaveText(/=HYPERLINK.*@rude.*0\.5 SOL/)
  expect(consoleLines).toEqual([])
})

test('a made-up hash is pending, then rejected with its reason, and can be checked again', async ({
  page,
  site,
  operator,
}) => {
  const txHash = randomSignature()
  await claim(page, txHash, 'Dreamer')
  await operator.goto('/donations')
  await operator.getByRole('button', { name: 'Pending (1)' }).click()
  const entry = payments(operator)
  await expect(entry).toContainText('Claimed by Dreamer, who typed 0.5 SOL.')
  await operator.getByRole('button', { name: 'Check again' }).click()
  await expect(entry).toContainText('It is being checked again. The verdict appears here.')
  await operator.getByRole('button', { name: 'Refresh' }).click()
  // Again, because the check that was just asked for may still write its own result.
  await expect(async () => {
    await site.database.query(
      `update payment_checks set absent_since = now() - interval '4 minutes', absent_checks = 3, next_check_at = now()
       where rejected_for is null`,
    )
    await expect(entry).toContainText('No Solana RPC showed this transaction for three minutes.', {
      timeout: 4_000,
    })
  }).toPass()
  await site.database.query('update payment_checks set rechecked_at = null')
  await operator.getByRole('button', { name: 'Rejected (1)' }).click()
  await expect(entry).toContainText('No Solana RPC showed this transaction for three minutes.')
  await expect(entry).toContainText('not_found')
  await expectGoodDeskPage(operator)

  await operator.getByRole('button', { name: 'Check again' }).click()
  await expect(entry).toContainText('It is being checked again. The verdict appears here.')
  await expect(entry).toContainText('No Solana RPC shows this transaction so far.')
  // However long that took.
  await site.database.query('update payment_checks set rechecked_at = now() where rechecked_at is not null')
  await operator.getByRole('button', { name: 'Check again' }).click()
  await expect(entry.getByRole('alert')).toContainText(
    'This payment was checked again a moment ago. Please wait',
  )

  await operator.getByRole('button', { name: 'Credited' }).click()
  await operator
    .getByLabel('Transaction hash, explorer link or name')
    .fill(`https://explorer.solana.com/tx/${txHash}`)
  await operator.getByRole('button', { name: 'Find' }).click()
  await expect(entry).toContainText('Dreamer')
  await operator.getByLabel('Transaction hash, explorer link or name').fill('nobody of this name')
  await operator.getByRole('button', { name: 'Find' }).click()
  await expect(operator.getByText('Nothing was found here.')).toBeVisible()
  await expectGoodDeskPage(operator)
  await operator.goto('/audit-log')
  await expect(operator.getByText(/re-checked a payment.*was rejected true/)).toBeVisible()
})
