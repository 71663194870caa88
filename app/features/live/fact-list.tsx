type Props = { facts: [name: string, value: string][]; testId: string; className: string }

export function FactList({ facts, testId, className }: Props) {
  return (
    <dl
      data-testid={testId}
      className={`absolute grid grid-cols-[auto_auto] gap-x-4 rounded-xl bg-black/80 px-3 py-2 text-white tabular-nums ${className}`}
    >
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-white/70">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
