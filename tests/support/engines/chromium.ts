import { freePort } from '../../../app/platform/network/free-port.server.ts'
import { findChromedriver, findChromium, findOrInstall } from '../../../scripts/support/find-program.ts'
import type { Browser } from './browser.ts'
import { openHttpSession } from './http-driver.ts'
import type { Programs } from './programs.ts'

type LogEntry = { level: string; message: string }

/** Headless Chromium with a fake camera. */
export async function startChromium(programs: Programs): Promise<Browser> {
  const binary = findOrInstall(findChromium, 'chromium')
  const port = await freePort()
  programs.start(findOrInstall(findChromedriver, 'chromium-driver'), [`--port=${port}`])
  const args = [
    '--headless=new',
    '--window-size=1280,900',
    '--disable-background-networking',
    '--disable-component-update',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  const { send, read } = await openHttpSession(port, {
    browserName: 'chrome',
    'goog:loggingPrefs': { browser: 'ALL' },
    'goog:chromeOptions': { binary, args },
  })
  return {
    send,
    async consoleOf(addresses, untilRun) {
      const lines: string[] = []
      for (const [index, address] of addresses.entries()) {
        await send('Navigate', { url: address })
        await untilRun(index + 1)
        const entries = (await read('/se/log', { type: 'browser' })) as LogEntry[]
        lines.push(...entries.map(({ level, message }) => `${level} ${message}`))
      }
      return lines
    },
  }
}
