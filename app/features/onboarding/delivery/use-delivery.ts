import { useState } from 'react'
import { ApiProblem, sendJson } from '../../../platform/browser/api-client.ts'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import type { Language } from '../../i18n/contract.ts'
import type { ApplicationBody } from '../../submissions/contract.ts'
import { deliveryMessages } from './messages.ts'

/** Sends the application to the operators' desk, one at a time. */
export function useDelivery() {
  const words = deliveryMessages[useSpeech().language as Language]
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** Whether it has arrived. */
  async function deliver(application: ApplicationBody): Promise<boolean> {
    if (isSending) return false
    setIsSending(true)
    setFailure(undefined)
    try {
      await sendJson('POST', '/api/applications', application)
      return true
    } catch (error) {
      const detail = error instanceof ApiProblem ? error.message : words.tryAgain
      setFailure(`${words.notDelivered} ${detail}`)
      return false
    } finally {
      setIsSending(false)
    }
  }

  return { words, isSending, failure, deliver }
}
