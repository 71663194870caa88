import type { TodayHistory } from './contract.ts'
import { number, timeOf } from './describe-amount.ts'
import { hourPeaks, hourSeries } from './plot-series.ts'
import { words } from './words.ts'

/** What the plots draw, by the hour, for those who do not see them or want the numbers. */
export function HoursTable({ history, hasVisitors }: { history: TodayHistory; hasVisitors: boolean }) {
  const { from_ms, visitors, players, votes, donations } = history
  const peaks = hourPeaks(visitors, from_ms)
  const columns = [
    ...(hasVisitors ? [{ title: words.columnVisitors, values: peaks.values }] : []),
    { title: words.columnPlayers, values: hourPeaks(players, from_ms).values },
    { title: words.columnVotes, values: hourSeries(votes, from_ms).values },
    { title: words.columnDonations, values: hourSeries(donations, from_ms).values },
  ]
  return (
    <details className="mt-8">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {words.asNumbers}
      </summary>
      <div className="overflow-x-auto p-1">
        <table className="w-full text-right text-sm tabular-nums">
          <thead>
            <tr>
              <th scope="col" className="py-1 text-left">
                {words.hour}
              </th>
              {columns.map(({ title }) => (
                <th key={title} scope="col" className="py-1 pl-2">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {peaks.startsMs.map((ms, place) => (
              <tr key={ms} className="border-line border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  <time dateTime={new Date(ms).toISOString()}>{timeOf(ms)}</time>
                </th>
                {columns.map(({ title, values }) => (
                  <td key={title} className="py-1 pl-2">
                    <HourValue value={values[place] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function HourValue({ value }: { value: number | null }) {
  if (value !== null) return number(value)
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{words.unknown}</span>
    </>
  )
}
