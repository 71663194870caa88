import { type Finding, note, well, wrong } from './finding.ts'

export type SiteFacts =
  | { isRunning: false; dataDir: string }
  | { isRunning: true; address: string; version: string | undefined; readiness: number | undefined }

export function judgeSite(facts: SiteFacts, ownVersion: string): Finding {
  if (!facts.isRunning)
    return wrong('site', `no site runs on ${facts.dataDir}`, 'start it, or set the DATA_DIR it has')
  const { address, version, readiness } = facts
  if (version === undefined) return wrong('site', `${address} does not answer`, 'restart it')
  if (readiness !== 200)
    return wrong('site', `${address} answers, but cannot serve`, 'check that its database runs')
  if (version !== ownVersion)
    return wrong('site', `${address} runs ${version}, and this is ${ownVersion}`, 'restart it')
  return well('site', `${address} runs ${version} and can serve`)
}

export type IngestFacts = {
  /** Addresses that the site says it listens on. */
  listeners: { address: string; isReachable: boolean }[]
  isHostLocal: boolean
  isSitePublic: boolean
}

export function judgeIngest({ listeners, isHostLocal, isSitePublic }: IngestFacts): Finding {
  if (listeners.length === 0) return note('ingest', 'no RTMP: publishers come by browser or media server')
  const closed = listeners.find(({ isReachable }) => !isReachable)
  if (closed) return wrong('ingest', `${closed.address} cannot be reached`, 'restart the site')
  const all = listeners.map(({ address }) => address).join(', ')
  if (isHostLocal && isSitePublic)
    return note('ingest', `${all}, from this machine only; RTMP_HOST=0.0.0.0 admits others`)
  return well('ingest', all)
}

export function judgeSettings(warnings: string[]): Finding {
  const [first] = warnings
  if (first === undefined) return well('settings', 'nothing unusual')
  return wrong('settings', warnings.join('; '), 'see docs/settings.md')
}
