import {
  findChromedriver,
  findChromium,
  findFirefox,
  findGStreamerLibav,
  findGStreamerX264,
  findHeadlessShell,
  findNginx,
  findNginxRtmpModule,
  findOrInstall,
  findWebKit,
  findXvfb,
} from '../../scripts/support/find-program.ts'
import { runCommands } from './run-commands.ts'

// All tests, on the embedded database.
await runCommands(async (run) => {
  findOrInstall(findChromium, 'chromium')
  findOrInstall(findHeadlessShell, 'chromium-headless-shell')
  findOrInstall(findChromedriver, 'chromium-driver')
  findOrInstall(findFirefox, 'firefox-esr')
  findOrInstall(findWebKit, 'webkit2gtk-driver')
  findOrInstall(findGStreamerLibav, 'gstreamer1.0-libav')
  findOrInstall(findGStreamerX264, 'gstreamer1.0-plugins-ugly')
  findOrInstall(findXvfb, 'xvfb')
  findOrInstall(findNginx, 'nginx-light')
  findOrInstall(findNginxRtmpModule, 'libnginx-mod-rtmp')
  await run('npm', ['run', 'check'])
  await run('vitest', ['run', '--project', 'faults'])
  await run('playwright', ['test'])
})
