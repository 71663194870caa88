import { expect, test } from 'vitest'
import { GENESIS_HASHES } from '../../app/features/donations/accounts/judge-network.ts'
import type { Finding } from './finding.ts'
import { judgeRpcs } from './judge-chain.ts'
import {
  judgeBackup,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeForecastService,
  judgeStreamKeys,
} from './judge-machine.ts'
import {
  FORGED_ADDRESS,
  judgeCertificate,
  judgeProxy,
  judgeScheme,
  type PublicFacts,
} from './judge-public-address.ts'
import { judgeIngest, judgeSettings, judgeSite } from './judge-site.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')
const running = {
  isRunning: true as const,
  address: 'http://localhost:3000',
  version: '1.2.0',
  readiness: 200,
}
const seen = (ip: string | undefined, hasStrictTransport = true) => ({ ip, hasStrictTransport })
const visitor: PublicFacts = {
  publicUrl: 'https://npc.example',
  answer: seen('198.51.100.7'),
  ipWhenForged: '198.51.100.7',
  isSeenTrusted: false,
}
const mainnet = GENESIS_HASHES.mainnet
const rpc = (rpcName: string, slot: number | undefined, genesisHash: string | undefined = mainnet) => ({
  rpcName,
  slot,
  genesisHash,
})
const listener = { address: 'rtmp://localhost:1935/live', isReachable: true }
const backup = (hoursOld: number) => ({ at: new Date(NOW - hoursOld * 3_600_000), bytes: 5e6, path: '/b' })
const database = { version: '18.4', versionNumber: 180_004, bytes: 9e6, missingMigrations: 0 }
const certificate = { of: 'npc.example', daysLeft: 60, problem: undefined }

type Case = [title: string, finding: Finding, verdict: Finding['verdict'], text: RegExp]

const CASES: Case[] = [
  ['a site that serves', judgeSite(running, '1.2.0'), 'well', /1\.2\.0/],
  ['no site', judgeSite({ isRunning: false, dataDir: '/d' }, '1.2.0'), 'wrong', /no site runs on \/d; start/],
  ['a site that hangs', judgeSite({ ...running, version: undefined }, '1.2.0'), 'wrong', /does not answer/],
  ['a site without its database', judgeSite({ ...running, readiness: 503 }, '1.2.0'), 'wrong', /database/],
  ['a site of another version', judgeSite(running, '1.3.0'), 'wrong', /runs 1\.2\.0, and this is 1\.3\.0/],

  [
    'RTMP for others',
    judgeIngest({ listeners: [listener], isHostLocal: false, isSitePublic: true }),
    'well',
    /1935/,
  ],
  [
    'RTMP for this machine alone, of a public site',
    judgeIngest({ listeners: [listener], isHostLocal: true, isSitePublic: true }),
    'note',
    /RTMP_HOST=0\.0\.0\.0/,
  ],
  [
    'RTMP that is closed',
    judgeIngest({ listeners: [{ ...listener, isReachable: false }], isHostLocal: true, isSitePublic: false }),
    'wrong',
    /cannot be reached/,
  ],
  ['no RTMP', judgeIngest({ listeners: [], isHostLocal: true, isSitePublic: true }), 'note', /no RTMP/],

  ['settings', judgeSettings([]), 'well', /nothing unusual/],
  [
    'a weak secret',
    judgeSettings(['VISITOR_SECRET has 5 characters']),
    'wrong',
    /VISITOR_SECRET.*settings\.md/,
  ],

  ['a visitor by a trusted proxy', judgeProxy(visitor), 'well', /198\.51\.100\.7/],
  [
    'a proxy that the site does not know',
    judgeProxy({ ...visitor, answer: seen('127.0.0.1', false), ipWhenForged: '127.0.0.1' }),
    'wrong',
    /takes 127\.0\.0\.1 for every.*TRUST_PROXY/,
  ],
  [
    'a site that believes everybody',
    judgeProxy({ ...visitor, ipWhenForged: FORGED_ADDRESS }),
    'wrong',
    /choose the address/,
  ],
  [
    'a question from a trusted address',
    judgeProxy({ ...visitor, ipWhenForged: FORGED_ADDRESS, isSeenTrusted: true }),
    'note',
    /another machine/,
  ],
  [
    'a public address that is closed',
    judgeProxy({ ...visitor, answer: { failure: 'ECONNREFUSED' } }),
    'wrong',
    /ECONNREFUSED.*DNS/,
  ],
  ["another site's address", judgeProxy({ ...visitor, answer: seen(undefined) }), 'wrong', /something else/],
  [
    'a site without a proxy',
    judgeProxy({
      ...visitor,
      publicUrl: 'http://localhost:3000',
      answer: seen('127.0.0.1', false),
      ipWhenForged: '127.0.0.1',
    }),
    'well',
    /127\.0\.0\.1/,
  ],

  ['a certificate', judgeCertificate(certificate), 'well', /60 more days/],
  [
    'a certificate that should have been renewed',
    judgeCertificate({ ...certificate, daysLeft: 13 }),
    'wrong',
    /13 days/,
  ],
  [
    'an old certificate',
    judgeCertificate({ ...certificate, daysLeft: -1, problem: 'CERT_HAS_EXPIRED' }),
    'wrong',
    /has expired/,
  ],
  [
    'a certificate of our own',
    judgeCertificate({ ...certificate, problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'wrong',
    /SELF_SIGNED/,
  ],
  [
    'a port without TLS',
    judgeCertificate({ of: 'npc.example', failure: 'ECONNRESET' }),
    'wrong',
    /cannot be read/,
  ],
  ['a public site without TLS', judgeScheme('http://npc.example', false), 'wrong', /without TLS/],
  ['a site for this machine', judgeScheme('http://localhost:3000', true), 'note', /PUBLIC_URL/],

  [
    'RPCs that agree',
    judgeRpcs('mainnet', [rpc('a', 1_000), rpc('b', 1_100)]),
    'well',
    /a, b on mainnet, slot 1100/,
  ],
  [
    'an RPC that lags',
    judgeRpcs('mainnet', [rpc('a', 1_000), rpc('b', 1_151)]),
    'wrong',
    /a is 151 slots behind/,
  ],
  [
    'an RPC that is down',
    judgeRpcs('mainnet', [rpc('a', undefined, undefined), rpc('b', 1)]),
    'wrong',
    /^a does not answer/,
  ],
  [
    'an RPC on another network',
    judgeRpcs('devnet', [rpc('a', 1)]),
    'wrong',
    /is devnet, but .* is on mainnet/,
  ],
  ['no ledger', judgeRpcs('localnet', []), 'wrong', /does not run/],

  [
    'a clock that is right',
    judgeClock([
      { source: 'a', offsetMs: 900 },
      { source: 'b', offsetMs: -1_200 },
    ]),
    'well',
    /1\.2 s of b/,
  ],
  ['a slow clock', judgeClock([{ source: 'a', offsetMs: 60_000 }]), 'wrong', /60\.0 s behind a; synchronise/],
  ['a fast clock', judgeClock([{ source: 'a', offsetMs: -60_000 }]), 'wrong', /60\.0 s ahead of a/],
  ['no other clock', judgeClock([]), 'note', /no other machine/],

  ['a disk with room', judgeDisk({ freeBytes: 20e9, sizeBytes: 100e9 }), 'well', /20\.0 GB free, 20 %/],
  ['a full disk', judgeDisk({ freeBytes: 9e9, sizeBytes: 100e9 }), 'wrong', /9 %; a full disk/],

  ['a database', judgeDatabase(database), 'well', /PostgreSQL 18\.4, 9 MB/],
  [
    'an old server',
    judgeDatabase({ ...database, version: '14.2', versionNumber: 140_002 }),
    'wrong',
    /15 or newer/,
  ],
  ['an old schema', judgeDatabase({ ...database, missingMigrations: 2 }), 'wrong', /2 migrations behind/],
  ['no database', judgeDatabase({ failure: 'ECONNREFUSED' }), 'wrong', /ECONNREFUSED/],

  ['a backup of last night', judgeBackup(backup(10), NOW), 'well', /\/b, 5\.0 MB, 10 h old/],
  ['a backup of yesterday morning', judgeBackup(backup(25), NOW), 'wrong', /25 h old; run "npm run backup/],
  ['a backup of last week', judgeBackup(backup(170), NOW), 'wrong', /7 days old/],
  ['no backup', judgeBackup(undefined, NOW), 'wrong', /there is none/],

  ['keys', judgeStreamKeys(['1', '2']), 'well', /NPC 1, 2/],
  ['no key', judgeStreamKeys([]), 'note', /npm run stream-key/],

  ['a forecast', judgeForecastService(undefined, 'https://w.example/v1'), 'well', /w\.example answers/],
  [
    'no forecast',
    judgeForecastService('ENOTFOUND', 'https://w.example/v1'),
    'wrong',
    /ENOTFOUND; pages show a guess/,
  ],
]

test.each(CASES)('%s', (_title, finding, verdict, text) => {
  expect(finding.verdict).toBe(verdict)
  expect(finding.text).toMatch(text)
  expect(finding.text).not.toContain('\n')
})
