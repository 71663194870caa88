/** Small line charts side by side in one SVG, for light and dark mode. */
export type Chart = { title: string; unit: string; labels: string[]; values: number[] }

const WIDTH = 300
const HEIGHT = 200
const LEFT = 16
const TOP = 68
const BOTTOM = 36

export function plot(charts: Chart[]): string {
  const width = WIDTH * charts.length
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">
<title>${charts.map(({ title, unit }) => `${title}: ${unit}`).join('; ')}</title>
<style>text{fill:#57606a}.title{font-weight:600;fill:#24292f}@media (prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}}</style>
${charts.map((chart, place) => `<g transform="translate(${place * WIDTH} 0)">${draw(chart)}</g>`).join('\n')}
</svg>
`
}

function draw({ title, unit, labels, values }: Chart): string {
  const highest = Math.max(...values)
  const points = values.map((value, place) => ({
    x: LEFT + 24 + (place * (WIDTH - 2 * LEFT - 48)) / Math.max(1, values.length - 1),
    y: TOP + (1 - value / highest) * (HEIGHT - TOP - BOTTOM),
    value,
    label: labels[place],
  }))
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return [
    `<text class="title" x="${LEFT}" y="20">${title}</text><text x="${LEFT}" y="36">${unit}</text>`,
    `<polyline points="${line}" fill="none" stroke="#8a5cf6" stroke-width="2"/>`,
    ...points.map(
      ({ x, y, value, label }) =>
        `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5" fill="#8a5cf6"/>` +
        `<text x="${x.toFixed(1)}" y="${(y - 8).toFixed(1)}" text-anchor="middle">${short(value)}</text>` +
        `<text x="${x.toFixed(1)}" y="${HEIGHT - 12}" text-anchor="middle">${label}</text>`,
    ),
  ].join('')
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)
}
