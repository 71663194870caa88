import { SLOT_MS } from '../../features/history/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { Panel } from '../parts/panel.tsx'
import { useFresh } from '../parts/use-fresh.ts'
import { words as deskWords } from '../words.ts'
import type { TodayHistory } from './contract.ts'
import { duration, number, timeOf } from './describe-amount.ts'
import { HoursTable } from './hours-table.tsx'
import { Plot } from './plot.tsx'
import { findGaps, findMost, hourSeries, type Series, slotSeries } from './plot-series.ts'
import { words } from './words.ts'

const READ_EVERY_MS = 60_000

/** `hasVisitors` is false for an NPC: visitors come to the whole site. */
export function LastDay({ address, hasVisitors }: { address: string; hasVisitors: boolean }) {
  const { value: history, problem } = useFresh<TodayHistory>(address, READ_EVERY_MS)
  return (
    <Panel id="last-day" title={words.lastDay}>
      {history === undefined ? (
        <p className="text-muted">{problem ?? deskWords.loading}</p>
      ) : history.visitors.every((value) => value === null) ? (
        <p>{words.historyBegins}</p>
      ) : (
        <Plots history={history} hasVisitors={hasVisitors} />
      )}
    </Panel>
  )
}

function Plots({ history, hasVisitors }: { history: TodayHistory; hasVisitors: boolean }) {
  const { from_ms, visitors, players, votes, donations } = history
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2">
        {hasVisitors && <AtOnce title={words.plotVisitors} series={slotSeries(visitors, from_ms)} />}
        <AtOnce title={words.plotPlayers} series={slotSeries(players, from_ms)} />
        <PerHour title={words.plotVotes} series={hourSeries(votes, from_ms)} />
        <PerHour title={words.plotDonations} series={hourSeries(donations, from_ms)} />
      </div>
      <HoursTable history={history} hasVisitors={hasVisitors} />
    </>
  )
}

function AtOnce({ title, series }: { title: string; series: Series }) {
  return <Plot title={title} sentence={describeAtOnce(series)} series={series} kind="line" />
}

function PerHour({ title, series }: { title: string; series: Series }) {
  return <Plot title={title} sentence={describePerHour(series)} series={series} kind="bars" />
}

function describeAtOnce(series: Series): string {
  const most = findMost(series)
  const known = series.values.filter((value) => value !== null)
  const now = series.values.at(-1) ?? null
  const sentence = fill(now === null ? words.atOnceUnknown : words.atOnce, {
    now: number(now ?? 0),
    most: number(most?.value ?? 0),
    mostTime: timeOf(series.startsMs[most?.place ?? 0] ?? 0),
    fewest: number(Math.min(...known)),
  })
  const missing = findGaps(series).reduce((sum, { from, to }) => sum + to - from, 0)
  if (missing === 0) return sentence
  return `${sentence} ${fill(words.notMeasured, { duration: duration(missing * SLOT_MS) })}`
}

function describePerHour(series: Series): string {
  const most = findMost(series)
  const total = series.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  if (most === undefined || series.values.every((value) => !value)) return words.perHourNone
  return fill(words.perHour, {
    total: number(total),
    most: number(most.value),
    mostTime: timeOf(series.startsMs[most.place] ?? 0),
  })
}
