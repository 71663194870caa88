import { type ReactNode, useId } from 'react'

export type Control = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  className: string
}
type Props = {
  label: string
  note?: string | undefined
  error?: string | undefined
  control(props: Control): ReactNode
}

/** A label, its control and an error message. */
export function Field({ label, note, error, control }: Props) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className="flex flex-col gap-2 pb-2">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {note && <span className="text-muted text-sm">{note}</span>}
      </div>
      {control({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error ? errorId : undefined,
        // On a small screen, toasts stand above a field that takes the focus.
        className:
          'max-lg:scroll-mt-36 min-h-11 w-full rounded-xl border border-line bg-paper px-4 py-2 aria-[invalid=true]:border-live-text',
      })}
      {error && (
        <p
          id={errorId}
          className="text-pretty text-live-text text-sm motion-safe:starting:opacity-0 motion-safe:transition-opacity"
        >
          {error}
        </p>
      )}
    </div>
  )
}
