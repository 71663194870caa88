import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { nameRpcs } from '../app/features/donations/chain/rpc-client.server.ts'
import { listKeyOwners } from '../app/features/live/ingest/stream-keys-store.server.ts'
import { askForecast } from '../app/features/weather/forecast-service.server.ts'
import { judgeForecast } from '../app/features/weather/judge-forecast.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { readLastBackup } from '../server/backup/last-backup.ts'
import { askDatabase } from '../server/doctor/ask-database.ts'
import {
  askAsVisitor,
  describeFailure,
  isThisMachine,
  readCertificateFile,
  readServedCertificate,
} from '../server/doctor/ask-public-address.ts'
import { askRpc } from '../server/doctor/ask-rpc.ts'
import { askIngest, askSite } from '../server/doctor/ask-site.ts'
import type { Finding } from '../server/doctor/finding.ts'
import { judgeRpcs } from '../server/doctor/judge-chain.ts'
import {
  judgeBackup,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeForecastService,
  judgeStreamKeys,
  type OtherClock,
} from '../server/doctor/judge-machine.ts'
import { judgeCertificate, judgeProxy, judgeScheme } from '../server/doctor/judge-public-address.ts'
import { judgeIngest, judgeSettings, judgeSite } from '../server/doctor/judge-site.ts'
import type { Environment } from '../server/environment.ts'
import { nameCommands } from '../server/release.ts'
import { VERSION } from '../server/version.ts'
import { findRunningSite } from './support/find-running-site.ts'
import { runScript } from './support/run-script.ts'
import { readSiteEnvironment, withSiteDatabase } from './support/site-database.ts'

const USAGE = 'npm run doctor; run it where the site runs, with the same variables'

/** Findings, and the clocks of other machines. */
type Examined = { findings: Finding[]; clocks: OtherClock[] }

// Examines a running site; one line per check, exit code 1 if something is wrong.
await runScript(USAGE, async (args) => {
  if (args.length > 0) throw new CannotStart(`Usage: ${USAGE}`)
  const environment = readSiteEnvironment()
  const parts = await Promise.all(
    [examineSite, examinePublicAddress, examineDatabase, examineRpcs, examineMachine, examineForecast].map(
      (examine) => examine(environment),
    ),
  )
  const clocks = parts.flatMap((part) => part.clocks)
  const findings = [...parts.flatMap((part) => part.findings), judgeClock(clocks)]
  for (const { verdict, check, text } of findings)
    console.log(nameCommands(`${verdict.padEnd(6)} ${check.padEnd(11)} ${text}`))
  const count = findings.filter(({ verdict }) => verdict === 'wrong').length
  console.log(count === 0 ? 'All is well.' : `${count} of ${findings.length} checks found something wrong.`)
  if (count > 0) process.exitCode = 1
})

async function examineSite({ dataDir, rtmp, publicUrl, warnings }: Environment): Promise<Examined> {
  const running = await findRunningSite(dataDir)
  const listeners = await askIngest(running)
  const isHostLocal = isThisMachine(`rtmp://${rtmp.host.includes(':') ? `[${rtmp.host}]` : rtmp.host}`)
  const ingest = judgeIngest({ listeners, isHostLocal, isSitePublic: !isThisMachine(publicUrl) })
  const site = judgeSite(await askSite(dataDir, running), VERSION)
  return { findings: [judgeSettings(warnings), site, ...(running ? [ingest] : [])], clocks: [] }
}

async function examinePublicAddress({ publicUrl, trustProxy, rtmp }: Environment): Promise<Examined> {
  const isSecure = publicUrl.startsWith('https:')
  const findings = [
    judgeProxy(await askAsVisitor(publicUrl, trustProxy)),
    isSecure
      ? judgeCertificate(await readServedCertificate(publicUrl))
      : judgeScheme(publicUrl, isThisMachine(publicUrl)),
  ]
  if (rtmp.tls) findings.push(judgeCertificate(await readCertificateFile(rtmp.tls.certFile)))
  return { findings, clocks: [] }
}

async function examineDatabase(environment: Environment): Promise<Examined> {
  try {
    return await withSiteDatabase(environment, async (db) => {
      const { facts, clock } = await askDatabase(db)
      const keys = judgeStreamKeys(await listKeyOwners({ db }))
      const isElsewhere = environment.databaseUrl !== undefined && !isThisMachine(environment.databaseUrl)
      return { findings: [judgeDatabase(facts), keys], clocks: isElsewhere ? [clock] : [] }
    })
  } catch (error) {
    return { findings: [judgeDatabase({ failure: describeFailure(error) })], clocks: [] }
  }
}

async function examineRpcs({ solanaRpcUrls, solanaNetwork, dataDir }: Environment): Promise<Examined> {
  const urls = solanaRpcUrls.length > 0 ? solanaRpcUrls : await readLedgerAddress(dataDir)
  const names = nameRpcs(urls)
  const rpcs = await Promise.all(urls.map((url, place) => askRpc(url, names[place] ?? '')))
  const others = rpcs.filter((_, place) => !isThisMachine(urls[place] ?? ''))
  return { findings: [judgeRpcs(solanaNetwork, rpcs)], clocks: others.flatMap(({ clock }) => clock ?? []) }
}

/** Of the embedded ledger. */
async function readLedgerAddress(dataDir: string): Promise<string[]> {
  const address = await readFile(join(dataDir, 'ledger', 'rpc-url'), 'utf8').catch(() => '')
  return address ? [address.trim()] : []
}

async function examineMachine({ dataDir }: Environment): Promise<Examined> {
  const backup = judgeBackup(await readLastBackup(dataDir), Date.now())
  const disk = await statfs(dataDir).catch(() => undefined)
  const findings = disk
    ? [judgeDisk({ freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize }), backup]
    : [backup]
  return { findings, clocks: [] }
}

async function examineForecast({ weatherUrl }: Environment): Promise<Examined> {
  const failure = await askForecast(weatherUrl).then(
    (answer) => (judgeForecast(answer) ? undefined : 'the answer makes no sense'),
    describeFailure,
  )
  return { findings: [judgeForecastService(failure, weatherUrl)], clocks: [] }
}
