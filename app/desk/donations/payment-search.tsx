import { type FormEvent, useState } from 'react'
import { MAX_TX_HASH_LENGTH } from '../../features/donations/contract.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { TextField } from '../../ui/text-field.tsx'
import { words } from './words.ts'

type Props = { search: string; onSearch(search: string): void }

export function PaymentSearch({ search, onSearch }: Props) {
  const [text, setText] = useState(search)

  function submit(event: FormEvent): void {
    event.preventDefault()
    onSearch(text.trim())
  }

  function clear(): void {
    setText('')
    onSearch('')
  }

  return (
    <search>
      <form onSubmit={submit} className="flex flex-col gap-2">
        <TextField
          label={words.search}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_TX_HASH_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <button type="submit" className={actionStyle.quiet}>
            {words.find}
          </button>
          {search !== '' && (
            <button type="button" className={actionStyle.quiet} onClick={clear}>
              {words.clear}
            </button>
          )}
        </div>
      </form>
    </search>
  )
}
