import { afterAll } from 'vitest'
import { closeOpenSites } from './running-site.ts'
import { stopStartedSites } from './site-process.ts'

// A test that fails before it stops its site must not leave it running.
afterAll(async () => {
  await closeOpenSites()
  await stopStartedSites()
})
