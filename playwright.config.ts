import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/find-program.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './tests/support/playwright-setup.ts',
  workers: 2,
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
