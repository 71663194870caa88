import { type ComponentProps, useImperativeHandle, useRef } from 'react'
import { type Control, Field } from './field.tsx'
import { useEarlyText } from './use-early-text.ts'

type Props = {
  label: string
  note?: string
  error?: string | undefined
  value: string
  onChange(event: { target: { value: string } }): void
} & Omit<ComponentProps<'input'>, keyof Control | 'value' | 'onChange'>

export function TextField({ label, note, error, ref, ...input }: Props) {
  const own = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => own.current as HTMLInputElement)
  useEarlyText(own, input.value, (value) => input.onChange({ target: { value } }))
  return (
    <Field
      label={label}
      note={note}
      error={error}
      control={(props) => <input {...props} {...input} ref={own} />}
    />
  )
}
