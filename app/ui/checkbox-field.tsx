import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef } from 'react'

type Props = {
  label: string
  error: string | undefined
  isChecked: boolean
  onChange(isChecked: boolean): void
  ref?: Ref<HTMLInputElement>
}

/** A box that has to be checked; the label is part of what can be pressed. */
export function CheckboxField({ label, error, isChecked, onChange, ref }: Props) {
  const errorId = useId()
  const box = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => box.current as HTMLInputElement)
  // Visitors may have checked it before the page listened.
  const adoptChecked = useEffectEvent(() => {
    if (box.current?.checked !== isChecked) onChange(!isChecked)
  })
  useEffect(() => adoptChecked(), [])
  return (
    <div className="flex flex-col gap-2 pb-2">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          ref={box}
          required
          checked={isChecked}
          aria-invalid={error !== undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="size-6 shrink-0 accent-quest max-lg:scroll-mt-36"
        />
        {label}
      </label>
      {error && (
        <p id={errorId} className="text-pretty text-live-text text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
