import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/find-program.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/support/playwright-setup.ts',
  // Generous, for machines that do other things meanwhile: a wait that is over early costs nothing.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Most of it is waiting: for pages, for processes.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
