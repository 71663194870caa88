import { words } from './words.ts'

export type Difference = { field: string; text: string }

/** What somebody else has saved meanwhile, where it is not what this form has. */
export function TheirVersion({ differences }: { differences: Difference[] }) {
  return (
    <section aria-labelledby="theirs" className="rounded-xl border border-quest-text p-4">
      <h3 id="theirs" className="mb-2 font-bold">
        {words.theirVersion}
      </h3>
      <dl className="flex flex-col gap-2">
        {differences.map(({ field, text }) => (
          <div key={field} className="min-w-0 break-words">
            <dt className="text-muted text-sm">{field}</dt>
            <dd>{text === '' ? <em>{words.nothing}</em> : text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
