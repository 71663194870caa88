import { useState } from 'react'
import { ApiProblem, FILE_TIMEOUT_MS, sendJson } from '../../../platform/browser/api-client.ts'
import type { OrderMessages } from './messages.ts'
import { EMPTY_DRAFT, findFaults, type OrderDraft, toBody } from './order-draft.ts'

/** What the advertiser has typed, and sending it. */
export function useOrder(words: OrderMessages, pricePerMinute: number, onSent: () => void) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [image, setImage] = useState<File>()
  const [isChecked, setIsChecked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const faults = findFaults(draft, image, words)

  const edit = (field: keyof OrderDraft) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [field]: event.target.value })

  /** False if something has to be changed first. */
  function send(): boolean {
    setIsChecked(true)
    if (Object.keys(faults).length > 0) return false
    if (!isSending) void deliver()
    return true
  }

  async function deliver(): Promise<void> {
    setIsSending(true)
    setFailure(undefined)
    try {
      const body = await toBody({ draft, image, timeZone, pricePerMinute })
      await sendJson('POST', '/api/ad-requests', body, FILE_TIMEOUT_MS)
      onSent()
    } catch (error) {
      setFailure(`${words.notSent} ${error instanceof ApiProblem ? error.message : words.tryAgain}`)
    } finally {
      setIsSending(false)
    }
  }

  return { draft, edit, setImage, timeZone, faults: isChecked ? faults : {}, isSending, failure, send }
}
