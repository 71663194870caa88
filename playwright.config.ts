import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/support/find-program.ts'
import type { Engine, EngineOptions } from './tests/support/engines/engine-test.ts'

const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Two cameras that show a moving picture, and a microphone that beeps. */
const FAKE_CAMERAS = '--use-fake-device-for-media-stream=device-count=2,fps=10'
const WITH_CAMERA = 'go-live*.spec.ts'
const OF_THE_DESK = 'desk/*.spec.ts'

function launch(executablePath: string | undefined, ...more: string[]) {
  return { launchOptions: { ...(executablePath && { executablePath }), args: [...args, ...more] } }
}

const headless = launch(findHeadlessShell() ?? findChromium())

/** The same journeys in each engine, one after another in one browser. */
function journeysIn(engine: Engine) {
  return { name: engine, testDir: 'tests/engines', fullyParallel: false, use: { engine } }
}

export default defineConfig<object, EngineOptions>({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  globalSetup: ['./tests/support/site/playwright-setup.ts', './tests/support/site/prepared-setup.ts'],
  // Generous, for machines that do other things meanwhile: a wait that is over early costs nothing.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // With four, two cores are busy all the time; with six, journeys run into their time limits.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  // The longest first, so that the workers finish together.
  projects: [
    { name: 'camera', testMatch: WITH_CAMERA, use: launch(findChromium(), FAKE_CAMERAS) },
    journeysIn('firefox'),
    journeysIn('webkit'),
    journeysIn('chromium'),
    // Each file has its own site, so it stays in one worker.
    { name: 'desk', testMatch: OF_THE_DESK, testIgnore: WITH_CAMERA, fullyParallel: false, use: headless },
    { name: 'journeys', testIgnore: [WITH_CAMERA, OF_THE_DESK], use: headless },
  ],
})
