import type { ComponentProps } from 'react'
import { type Control, Field } from './field.tsx'

type Props = { label: string; note?: string; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  keyof Control
>

export function TextField({ label, note, error, ...input }: Props) {
  return (
    <Field label={label} note={note} error={error} control={(props) => <input {...props} {...input} />} />
  )
}
