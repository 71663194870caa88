import { once } from 'node:events'
import { freePort } from '../../../app/platform/network/free-port.server.ts'
import type { Browser } from './browser.ts'
import { startDisplay } from './display.ts'
import { openHttpSession } from './http-driver.ts'
import { installWebKit } from './install-webkit.ts'
import type { Programs } from './programs.ts'

/** WebKitGTK's own small browser with a fake camera, on a display in memory. */
export async function startWebKit(programs: Programs): Promise<Browser> {
  const { driver, browser } = installWebKit()
  const variables = {
    DISPLAY: await startDisplay(programs),
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
  }
  const port = await freePort()
  programs.start(driver, [`--port=${port}`], variables)
  const { send } = await openHttpSession(port, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: browser,
      args: ['--automation', '--enable-mock-capture-devices=true'],
    },
  })
  return {
    send,
    // A browser under automation keeps no record of the console, so one without it opens the pages.
    async consoleOf(addresses, untilRun) {
      const option = '--enable-write-console-messages-to-stdout=true'
      const { child, output } = programs.start(browser, [option, ...addresses], variables)
      await untilRun(addresses.length)
      const ended = once(child, 'close')
      child.kill()
      await ended
      return output().match(/^.*CONSOLE.*$/gm) ?? []
    },
  }
}
