import type { ComponentProps } from 'react'
import { type Control, Field } from '../../ui/field.tsx'

type Props = { label: string; note?: string; error?: string | undefined } & Omit<
  ComponentProps<'textarea'>,
  keyof Control
>

export function TextArea({ label, note, error, ...area }: Props) {
  return (
    <Field label={label} note={note} error={error} control={(props) => <textarea {...props} {...area} />} />
  )
}
