import { useCallback, useState } from 'react'
import { getJson } from '../../platform/browser/api-client.ts'

/** For a page with forms: when it cannot be read again, it stays as it is, and the caller gets the error. */
export function useReread<T>(address: string, initial: T): [T, () => Promise<void>] {
  const [value, setValue] = useState(initial)
  const reread = useCallback(async () => setValue(await getJson<T>(address)), [address])
  return [value, reread]
}
