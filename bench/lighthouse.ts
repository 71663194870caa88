import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findOrInstall } from '../scripts/support/find-program.ts'
import { installIn } from '../scripts/support/in-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { runSite } from '../tests/support/site/running-site.ts'
import { printTable } from './support/print-table.ts'

const FOLDER = fileURLToPath(new URL('peers/lighthouse', import.meta.url))
const PAGES = ['/', '/onboarding', '/npc1']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const RUNS = 3
const REPORT_BYTES = 64 * 1024 * 1024
const SANDBOX_FLAG = process.getuid?.() === 0 ? '--no-sandbox' : ''

type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

// Lighthouse for phones, with a slow network and a slow processor; the median of three runs.
await buildIfStale()
installIn(FOLDER)
const chromium = findOrInstall(findChromium, 'chromium')
const site = await runSite()
try {
  printTable(['page', ...CATEGORIES, 'first paint', 'largest paint', 'blocked', 'shift'], PAGES.map(measure))
} finally {
  await site.close()
}

function measure(path: string): string[] {
  const reports = Array.from({ length: RUNS }, () => runLighthouse(site.url + path))
  const report = medianByPerformance(reports)
  for (const id of CATEGORIES) explainLosses(path, id, report)
  const shown = (id: string) => report.audits[id]?.displayValue ?? ''
  return [
    path,
    ...CATEGORIES.map((id) => String(Math.round((report.categories[id]?.score ?? 0) * 100))),
    shown('first-contentful-paint'),
    shown('largest-contentful-paint'),
    shown('total-blocking-time'),
    shown('cumulative-layout-shift'),
  ]
}

function runLighthouse(url: string): Report {
  const json = execFileSync(
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
    { maxBuffer: REPORT_BYTES, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return JSON.parse(json.toString()) as Report
}

function medianByPerformance(reports: Report[]): Report {
  const score = (report: Report) => report.categories.performance?.score ?? 0
  const ordered = reports.toSorted((a, b) => score(a) - score(b))
  const median = ordered[Math.floor(ordered.length / 2)]
  if (median === undefined) throw new Error('no report')
  return median
}

function explainLosses(path: string, category: string, { categories, audits }: Report): void {
  for (const { id, weight } of categories[category]?.auditRefs ?? []) {
    const audit = audits[id]
    if (weight > 0 && audit?.score != null && audit.score < 0.9)
      console.error(`${path}: ${category}: ${audit.title} ${audit.displayValue ?? ''}`)
  }
}
