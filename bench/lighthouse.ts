import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findChromium, findOrInstall } from '../scripts/support/find-program.ts'
import { installIn } from '../scripts/support/in-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { runSite } from '../tests/support/site/running-site.ts'
import { startServer } from '../tests/support/start-server.ts'
import { printTable } from './support/print-table.ts'

const FOLDER = fileURLToPath(new URL('peers/lighthouse', import.meta.url))
const PAGES = ['/', '/onboarding', '/npc1']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const RUNS = 3
/** Lighthouse sometimes loses the start of a navigation (NO_NAVSTART) and then fails. */
const ATTEMPTS = 3
const REPORT_BYTES = 64 * 1024 * 1024
const EMPTY_PAGE =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Empty</title><h1>Empty</h1>'
const SANDBOX_FLAG = process.getuid?.() === 0 ? '--no-sandbox' : ''

type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

// Lighthouse for phones, with a slow network and a slow processor; the median of three runs.
// An empty page shows what the machine itself costs: Lighthouse multiplies that by four as well.
await buildIfStale()
installIn(FOLDER)
const chromium = findOrInstall(findChromium, 'chromium')
const site = await runSite()
const emptySite = await startServer((_request, response) =>
  response.setHeader('content-type', 'text/html').end(EMPTY_PAGE),
)
try {
  const rows = [await measure('an empty page', emptySite.url)]
  for (const path of PAGES) rows.push(await measure(path, site.url + path))
  printTable(['page', ...CATEGORIES, 'first paint', 'largest paint', 'blocked', 'shift'], rows)
} finally {
  emptySite.close()
  await site.close()
}

async function measure(page: string, url: string): Promise<string[]> {
  const reports: Report[] = []
  while (reports.length < RUNS) reports.push(await runLighthouse(url))
  const report = medianByPerformance(reports)
  for (const id of CATEGORIES) explainLosses(page, id, report)
  const shown = (id: string) => report.audits[id]?.displayValue ?? ''
  return [
    page,
    ...CATEGORIES.map((id) => String(Math.round((report.categories[id]?.score ?? 0) * 100))),
    shown('first-contentful-paint'),
    shown('largest-contentful-paint'),
    shown('total-blocking-time'),
    shown('cumulative-layout-shift'),
  ]
}

async function runLighthouse(url: string, attempts = ATTEMPTS): Promise<Report> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(FOLDER, 'node_modules/lighthouse/cli/index.js'),
        url,
        '--quiet',
        '--output=json',
        '--enable-error-reporting=false',
        `--chrome-path=${chromium}`,
        `--chrome-flags=--headless=new --disable-quic --disable-background-networking ${SANDBOX_FLAG}`,
      ],
      { maxBuffer: REPORT_BYTES },
    )
    return JSON.parse(stdout) as Report
  } catch (error) {
    if (attempts === 1) throw error
    return runLighthouse(url, attempts - 1)
  }
}

function medianByPerformance(reports: Report[]): Report {
  const score = (report: Report) => report.categories.performance?.score ?? 0
  const ordered = reports.toSorted((a, b) => score(a) - score(b))
  const median = ordered[Math.floor(ordered.length / 2)]
  if (median === undefined) throw new Error('no report')
  return median
}

function explainLosses(page: string, category: string, { categories, audits }: Report): void {
  for (const { id, weight } of categories[category]?.auditRefs ?? []) {
    const audit = audits[id]
    if (weight > 0 && audit?.score != null && audit.score < 0.9)
      console.error(`${page}: ${category}: ${audit.title} ${audit.displayValue ?? ''}`)
  }
}
