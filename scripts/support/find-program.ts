import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync } from 'node:fs'
import type { PostgresProgram } from '../../app/platform/embedded-postgres/postgres-program.server.ts'
import { SYSTEM_PATH } from '../../app/platform/embedded-postgres/postgres-program.server.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const CHROMEDRIVER = '/usr/bin/chromedriver'
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const WEBKIT_BROWSER = '/usr/lib/*/webkit*gtk-*/MiniBrowser'
const GSTREAMER = '/usr/lib/*/gstreamer-1.0'
const NGINX = '/usr/sbin/nginx'
const VARNISH = '/usr/sbin/varnishd'
const OBS = '/usr/bin/obs'
const FFMPEG = '/usr/bin/ffmpeg'
const XVFB = '/usr/bin/Xvfb'
const BUILDAH = '/usr/bin/buildah'
const CADDY = '/usr/bin/caddy'
const CERTBOT = '/usr/bin/certbot'
const PEBBLE = '/usr/bin/pebble'
const MMDEBSTRAP = '/usr/bin/mmdebstrap'
const NGINX_RTMP_MODULE = '/usr/lib/nginx/modules/ngx_rtmp_module.so'
const LIBERATION_SANS = '/usr/share/fonts/truetype/liberation*/LiberationSans-Bold.ttf'
const PROGRAM_FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
const DEBIAN_POSTGRES = '/usr/lib/postgresql'

export function findChromium(): string | undefined {
  return CHROMIUM.find((path) => existsSync(path))
}

/** Headless Chromium: the same pages at three quarters of the cost, but without a camera. */
export function findHeadlessShell(): string | undefined {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined
}

export function findChromedriver(): string | undefined {
  return existsSync(CHROMEDRIVER) ? CHROMEDRIVER : undefined
}

export function findFirefox(): string | undefined {
  return FIREFOX.find((path) => existsSync(path))
}

export function findWebKit(): { driver: string; browser: string } | undefined {
  const [browser] = globSync(WEBKIT_BROWSER)
  return browser && existsSync(WEBKIT_DRIVER) ? { driver: WEBKIT_DRIVER, browser } : undefined
}

/** A plugin, by the name of its file. */
export function findGStreamer(file: string): string | undefined {
  return globSync(`${GSTREAMER}/${file}`)[0]
}

/** A stand-in for Arial, whose letters are as wide. Pages fall back to it while their own faces load. */
export function findLiberationSans(): string | undefined {
  return globSync(LIBERATION_SANS)[0]
}

export function findNginx(): string | undefined {
  return existsSync(NGINX) ? NGINX : undefined
}

export function findVarnish(): string | undefined {
  return existsSync(VARNISH) ? VARNISH : undefined
}

export function findNginxRtmpModule(): string | undefined {
  return existsSync(NGINX_RTMP_MODULE) ? NGINX_RTMP_MODULE : undefined
}

export function findBuildah(): string | undefined {
  return existsSync(BUILDAH) ? BUILDAH : undefined
}

export function findCaddy(): string | undefined {
  return existsSync(CADDY) ? CADDY : undefined
}

export function findCertbot(): string | undefined {
  return existsSync(CERTBOT) ? CERTBOT : undefined
}

/** Issues certificates as Let's Encrypt does, for tests. */
export function findPebble(): string | undefined {
  return existsSync(PEBBLE) ? PEBBLE : undefined
}

/** Makes the root of a new Debian. */
export function findMmdebstrap(): string | undefined {
  return existsSync(MMDEBSTRAP) ? MMDEBSTRAP : undefined
}

export function findFfmpeg(): string | undefined {
  return existsSync(FFMPEG) ? FFMPEG : undefined
}

export function findObs(): string | undefined {
  return existsSync(OBS) ? OBS : undefined
}

/** A display in memory, for browsers that are never headless. */
export function findXvfb(): string | undefined {
  return existsSync(XVFB) ? XVFB : undefined
}

/** The server and its tool for checks. */
export function findPrometheus(): { server: string; promtool: string } | undefined {
  return PROGRAM_FOLDERS.map((folder) => ({
    server: `${folder}/prometheus`,
    promtool: `${folder}/promtool`,
  })).find(({ server, promtool }) => existsSync(server) && existsSync(promtool))
}

/** Debian's PostgreSQL, an older release than the embedded one. */
export function findDebianPostgres(): PostgresProgram | undefined {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  if (newest === undefined) return undefined
  const bin = `${DEBIAN_POSTGRES}/${newest}/bin`
  return existsSync(`${bin}/postgres`)
    ? { initdb: `${bin}/initdb`, postgres: `${bin}/postgres`, env: { PATH: SYSTEM_PATH } }
    : undefined
}

/** Debian's list of packages is read once per process. */
let isIndexFresh = false

/** Finds a program, or installs Debian's package if possible; otherwise fails with instructions. */
export function findOrInstall<T>(find: () => T | undefined, packageName: string): T {
  const found = find()
  if (found !== undefined) return found
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall) {
    console.log(`Installing Debian's ${packageName}`)
    const env = { PATH: SYSTEM_PATH, DEBIAN_FRONTEND: 'noninteractive' }
    if (!isIndexFresh) spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit' })
    isIndexFresh = true
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packageName], {
      env,
      stdio: 'inherit',
    })
  }
  const installed = find()
  if (installed !== undefined) return installed
  throw new Error(`the tests need ${packageName}; install it as root with "apt-get install ${packageName}"`)
}
