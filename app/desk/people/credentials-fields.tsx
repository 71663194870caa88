import { MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../features/members/contract.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { words } from './words.ts'

type Props = { value: string; isChecked: boolean; onChange(value: string): void }

export function NameField({ value, isChecked, onChange }: Props) {
  return (
    <TextField
      label={words.name}
      error={isChecked && value.trim() === '' ? words.nameMissing : undefined}
      autoComplete="username"
      autoCapitalize="none"
      maxLength={MAX_NAME_LENGTH}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function PasswordField({
  value,
  isChecked,
  onChange,
  label = words.password,
}: Props & { label?: string }) {
  return (
    <TextField
      label={label}
      error={isChecked && value === '' ? words.passwordMissing : undefined}
      type="password"
      autoComplete="current-password"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function NewPasswordField({
  value,
  isChecked,
  onChange,
  label = words.choosePassword,
}: Props & { label?: string }) {
  const count = MIN_PASSWORD_LENGTH
  return (
    <TextField
      label={label}
      note={fill(words.passwordNote, { count })}
      error={isChecked && value.length < count ? fill(words.passwordTooShort, { count }) : undefined}
      type="password"
      autoComplete="new-password"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
