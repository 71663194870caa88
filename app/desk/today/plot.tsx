import { useId } from 'react'
import { timeOf } from './describe-amount.ts'
import { findGaps, findRuns, type Series } from './plot-series.ts'

type Props = { title: string; sentence: string; series: Series; kind: 'line' | 'bars' }

const WIDTH = 288
const HEIGHT = 80
const TICK_HOURS = 6
/** Further right, the time would be cut off. */
const MAX_TICK = 0.88

/** The sentence says what matters; the drawing repeats it for those who see. */
export function Plot({ title, sentence, series, kind }: Props) {
  const stripes = useId()
  const titleId = useId()
  const sentenceId = useId()
  const step = WIDTH / series.values.length
  const known = series.values.filter((value) => value !== null)
  const most = Math.max(1, ...known)
  const fewest = Math.min(0, ...known)
  const y = (value: number) => HEIGHT * (1 - (value - fewest) / (most - fewest))

  return (
    <figure aria-labelledby={titleId} className="min-w-0">
      <figcaption>
        <h3 id={titleId} className="font-bold">
          {title}
        </h3>
        <p id={sentenceId} className="text-muted text-sm">
          {sentence}
        </p>
      </figcaption>
      <div className="mt-3">
        <span aria-hidden="true" className="text-muted text-xs">
          {most}
        </span>
        <svg
          role="img"
          aria-label={title}
          aria-describedby={sentenceId}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-20 w-full overflow-visible border-line border-y"
        >
          <defs>
            <pattern id={stripes} width="4" height="4" patternUnits="userSpaceOnUse">
              <path d="M0 4 4 0" className="stroke-muted" strokeWidth="1" />
            </pattern>
          </defs>
          {findGaps(series).map(({ from, to }) => (
            <rect
              key={from}
              data-part="gap"
              x={from * step}
              width={(to - from) * step}
              height={HEIGHT}
              fill={`url(#${stripes})`}
              opacity="0.4"
            />
          ))}
          {kind === 'line'
            ? findRuns(series).map((run) => (
                <path
                  key={run[0]?.place}
                  data-part="run"
                  d={pathOf(run, step, y)}
                  className="fill-none stroke-quest-text"
                  strokeWidth="2"
                  strokeLinejoin="round"
                  vectorEffect="non-scaling-stroke"
                />
              ))
            : series.values.map((value, place) =>
                value ? (
                  <rect
                    key={series.startsMs[place]}
                    data-part="bar"
                    x={place * step + step * 0.15}
                    width={step * 0.7}
                    y={y(Math.max(value, 0))}
                    height={Math.abs(y(0) - y(value))}
                    className="fill-quest-text"
                  />
                ) : null,
              )}
          {fewest < 0 && (
            <path d={`M0 ${y(0)}H${WIDTH}`} className="stroke-muted" vectorEffect="non-scaling-stroke" />
          )}
        </svg>
        {fewest < 0 && (
          <span aria-hidden="true" className="text-muted text-xs">
            {fewest}
          </span>
        )}
        <TimeAxis startsMs={series.startsMs} />
      </div>
    </figure>
  )
}

/** Each value holds for its slot. */
function pathOf(run: { place: number; value: number }[], step: number, y: (value: number) => number): string {
  return run
    .map(
      ({ place, value }, index) =>
        `${index === 0 ? 'M' : 'L'}${(place * step).toFixed(1)} ${y(value).toFixed(1)}h${step.toFixed(1)}`,
    )
    .join('')
}

/** The reader's clock. */
function TimeAxis({ startsMs }: { startsMs: number[] }) {
  const ticks = startsMs.flatMap((ms, place) => {
    const date = new Date(ms)
    const isTick = date.getMinutes() === 0 && date.getHours() % TICK_HOURS === 0
    const left = place / startsMs.length
    return isTick && left < MAX_TICK ? { ms, left } : []
  })
  return (
    <div aria-hidden="true" className="relative h-5 overflow-hidden text-muted text-xs">
      {ticks.map(({ ms, left }) => (
        <span key={ms} className="absolute border-line border-l pl-1" style={{ left: `${left * 100}%` }}>
          {timeOf(ms)}
        </span>
      ))}
    </div>
  )
}
