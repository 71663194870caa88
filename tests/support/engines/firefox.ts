import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFirefox, findOrInstall } from '../../../scripts/support/find-program.ts'
import type { Browser } from './browser.ts'
import { connectMarionette } from './marionette.ts'
import type { Program, Programs } from './programs.ts'

const PREFERENCES = {
  'marionette.port': 0,
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'devtools.console.stdout.content': true,
  // No calls to the network, and no first-run pages.
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': 'data:,',
}

/** Parts of Firefox write to the console too, but begin with their name. */
const WRITTEN_BY_PAGES = /^console\.\w+: (?!\w[\w.]*: ).*$/gm

/** Headless Firefox with a fake camera. */
export async function startFirefox(programs: Programs): Promise<Browser> {
  const profile = programs.folder
  const lines = Object.entries(PREFERENCES).map(
    (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const options = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote']
  const firefox = programs.start(findOrInstall(findFirefox, 'firefox-esr'), [
    ...options,
    '--profile',
    profile,
  ])
  const call = await connectMarionette(await readPort(firefox, profile))
  await call('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })

  async function loggedErrors(): Promise<string[]> {
    await call('Marionette:SetContext', { value: 'chrome' })
    const logged = await call('WebDriver:ExecuteScript', { script: READ_ERRORS, args: [] })
    await call('Marionette:SetContext', { value: 'content' })
    return logged as string[]
  }

  return {
    send: (command, parameters = {}) =>
      call(
        `WebDriver:${command}`,
        command === 'ExecuteScript' ? { ...parameters, sandbox: null } : parameters,
      ),
    async consoleOf(addresses, untilRun) {
      for (const [index, address] of addresses.entries()) {
        await call('WebDriver:Navigate', { url: address })
        await untilRun(index + 1)
      }
      const written = firefox.output().match(WRITTEN_BY_PAGES) ?? []
      return [...written, ...(await loggedErrors())]
    },
  }
}

/** Errors of pages, among them violations of their Content Security Policy. */
const READ_ERRORS = `
  return Services.console.getMessageArray()
    .filter((message) => message instanceof Ci.nsIScriptError && /^http/.test(message.sourceName))
    .map(({ category, flags, sourceName, errorMessage }) => [category, flags, sourceName, errorMessage].join(' '))`

/** Firefox chooses a free port and writes it to its profile. */
async function readPort({ child, output }: Program, profile: string): Promise<number> {
  for (;;) {
    const port = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => ''))
    if (port > 0) return port
    if (child.exitCode !== null) throw new Error(`Firefox did not start: ${output()}`)
    await sleep(50)
  }
}
