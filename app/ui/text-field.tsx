import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type Props = { label: string; note?: string; error?: string | undefined } & ComponentProps<'input'>

export function TextField({ label, note, error, ...input }: Props) {
  return (
    <Field label={label} note={note} error={error} control={(props) => <input {...props} {...input} />} />
  )
}
