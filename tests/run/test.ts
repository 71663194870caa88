import {
  findChromium,
  findHeadlessShell,
  findNginx,
  findNginxRtmpModule,
  findOrInstall,
} from '../../scripts/support/find-program.ts'
import { runCommands } from './run-commands.ts'

// All tests, on the embedded database.
await runCommands(async (run) => {
  findOrInstall(findChromium, 'chromium')
  findOrInstall(findHeadlessShell, 'chromium-headless-shell')
  findOrInstall(findNginx, 'nginx-light')
  findOrInstall(findNginxRtmpModule, 'libnginx-mod-rtmp')
  await run('npm', ['run', 'check'])
  await run('vitest', ['run', '--project', 'faults'])
  await run('playwright', ['test'])
})
