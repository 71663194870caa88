import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../../support/browser/accessibility.ts'
import { expect, expectGoodDeskPage, SMALL, test } from '../../support/desk/desk-test.ts'
import { PNG } from '../../support/desk/submission-bodies.ts'

test.use({ siteName: 'requests' })

test('a visitor applies; the operator moves the application, writes a note, exports and deletes it', async ({
  page,
  operator,
}) => {
  await page.goto('/onboarding')
  await expectAccessible(page)
  await page.getByLabel('Name').fill('Ann Applicant')
  await page.getByLabel('X Account').fill('@ann_a')
  await page.getByLabel('Reason').fill('To live my goals')
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  await expect(page.getByText('Please confirm that you are 18 or older.')).toBeVisible()
  const adult = page.getByLabel('I am 18 or older')
  await expect(adult).toBeFocused()
  await adult.check()

  await page.route('**/api/applications', (route) => route.abort())
  await submit.click()
  const failure = page.getByRole('alert').filter({ hasText: 'Your application was not delivered.' })
  await expect(failure).toContainText('Please check your connection and try again.')
  await page.unroute('**/api/applications')
  await page.getByLabel('X Account').fill('not a handle')
  await submit.click()
  await expect(failure).toContainText('An X account has up to 15 letters')
  await expect(page.getByLabel('Name')).toHaveValue('Ann Applicant')
  await expect(page.getByLabel('Reason')).toHaveValue('To live my goals')
  await expectAccessible(page)

  await page.getByLabel('X Account').fill('@ann_a')
  const alerted = page.waitForEvent('dialog')
  const click = submit.click()
  const alert = await alerted
  expect(alert.message()).toBe('Application submitted! We will review and get back to you.')
  await alert.accept()
  await click
  for (const label of ['Name', 'X Account', 'Reason']) await expect(page.getByLabel(label)).toHaveValue('')
  await expect(adult).not.toBeChecked()

  await operator.goto('/applications')
  await expect(operator.getByRole('link', { name: 'New (1)' })).toBeVisible()
  await expectGoodDeskPage(operator)
  await operator.getByRole('link', { name: 'Ann Applicant' }).click()
  await expect(operator.getByText('To live my goals')).toBeVisible()
  await expect(operator.getByRole('link', { name: '@ann_a' })).toHaveAttribute('href', 'https://x.com/ann_a')
  await operator.getByRole('button', { name: 'Move to Talking' }).click()
  await expect(operator.getByTestId('state')).toHaveText('Talking')
  await operator.getByLabel('New note').fill('Wrote to her on X.')
  await operator.getByRole('button', { name: 'Add note' }).click()
  await expect(operator.getByRole('listitem').filter({ hasText: 'Wrote to her on X.' })).toContainText(
    'Olga, ',
  )
  await expect(operator.getByText(/^Deleted after /)).toBeVisible()
  await expectGoodDeskPage(operator)

  await operator.getByRole('link', { name: 'Back to the list' }).click()
  await expect(operator.getByRole('link', { name: 'Talking (1)' })).toHaveAttribute('aria-current', 'true')
  const downloading = operator.waitForEvent('download')
  await operator.getByRole('link', { name: 'Export all as CSV' }).click()
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toContain('Ann Applicant,ann_a,To live my goals,en,Olga: Wrote to her on X.')
  await operator.getByRole('link', { name: 'Ann Applicant' }).click()
  operator.once('dialog', (dialog) => dialog.accept())
  await operator.getByRole('button', { name: 'Delete for good' }).click()
  await expect(operator.getByText('There are none in this state.')).toBeVisible()
})

test('two operators do not move the same application without knowing of each other; a typed note stays', async ({
  site,
  operator,
  callDesk,
}) => {
  await fetch(`${site.url}/api/applications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bob', x_account: '', reason: 'Goals', is_adult: true }),
  })
  await operator.goto('/applications')
  await operator.getByRole('link', { name: 'Bob' }).click()
  await expect(operator.getByTestId('state')).toHaveText('New')
  const id = new URL(operator.url()).searchParams.get('id')
  await callDesk('PUT', `/api/applications/${id}/state`, { state: 'declined', version: 1 })
  await operator.getByLabel('New note').fill('Call on Monday')
  await operator.route(`**/api/applications/${id}`, (route) => route.abort())
  await operator.getByRole('button', { name: 'Move to Accepted' }).click()
  await expect(operator.getByText('Somebody else has changed the state meanwhile.')).toBeVisible()
  const retry = operator.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(operator.getByLabel('New note')).toHaveValue('Call on Monday')
  await operator.unroute(`**/api/applications/${id}`)
  await retry.click()
  await expect(retry).toHaveCount(0)
  await expect(operator.getByTestId('state')).toHaveText('Declined')
  await expect(operator.getByLabel('New note')).toHaveValue('Call on Monday')
})

test('an advertiser orders three minutes for $150; a file that is no image is rejected', async ({
  page,
  operator,
}) => {
  await page.setViewportSize(SMALL)
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Advertise Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book ad time' })
  await expect(dialog).toContainText('$50')
  await dialog.getByLabel('Minutes').fill('3')
  await expect(dialog).toContainText('$150')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByLabel('Brand')).toBeFocused()
  await expect(dialog.getByText('Please add a text or an image.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SMALL.width)

  await dialog.getByLabel('Brand').fill('Acme')
  await dialog.getByLabel('Contact').fill('ads@acme.example')
  const day = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Time').fill(`${day}T14:00`)
  const upload = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.getByLabel('Image').setInputFiles({ name, mimeType, buffer })
  await upload('picture.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>'))
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This file is not a JPEG, PNG or WebP image')
  await upload('picture.png', 'image/png', Buffer.alloc(3 * 1024 * 1024))
  await expect(dialog.getByText('This image is larger than 2 MB.')).toBeVisible()
  await upload('picture.png', 'image/png', Buffer.from(PNG, 'base64'))
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Request sent' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Advertise Now' })).toBeFocused()

  await operator.goto('/advertising')
  await operator.getByRole('link', { name: 'Acme' }).click()
  for (const text of ['ads@acme.example', '$150', /14:00 \(.+\)/])
    await expect(operator.getByText(text).first()).toBeVisible()
  await expectGoodDeskPage(operator)
  const downloading = operator.waitForEvent('download')
  await operator.getByRole('link', { name: 'Download the image' }).click()
  const image = await readFile(await (await downloading).path())
  expect(image.toString('base64')).toBe(PNG)
})
