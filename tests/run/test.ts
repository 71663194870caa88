import {
  findChromedriver,
  findChromium,
  findFirefox,
  findHeadlessShell,
  findLiberationSans,
  findNginx,
  findNginxRtmpModule,
  findOrInstall,
  findXvfb,
} from '../../scripts/support/find-program.ts'
import { installWebKit } from '../support/engines/install-webkit.ts'
import { runCommands } from './run-commands.ts'

// All tests, on the embedded database.
await runCommands(async (run) => {
  findOrInstall(findChromium, 'chromium')
  findOrInstall(findHeadlessShell, 'chromium-headless-shell')
  findOrInstall(findChromedriver, 'chromium-driver')
  findOrInstall(findFirefox, 'firefox-esr')
  installWebKit()
  findOrInstall(findLiberationSans, 'fonts-liberation')
  findOrInstall(findXvfb, 'xvfb')
  findOrInstall(findNginx, 'nginx-light')
  findOrInstall(findNginxRtmpModule, 'libnginx-mod-rtmp')
  await run('npm', ['run', 'check'])
  await run('vitest', ['run', '--project', 'faults'])
  await run('playwright', ['test'])
})
