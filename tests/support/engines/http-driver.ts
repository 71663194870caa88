import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, Send } from './browser.ts'

const ENDPOINTS: Record<Command, [method: string, path: string]> = {
  AcceptAlert: ['POST', '/alert/accept'],
  ElementClick: ['POST', '/element/{id}/click'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  ExecuteScript: ['POST', '/execute/sync'],
  GetAlertText: ['GET', '/alert/text'],
  Navigate: ['POST', '/url'],
  Refresh: ['POST', '/refresh'],
  Back: ['POST', '/back'],
}
const MAX_START_MS = 60_000
/** Longer than any command takes on a busy machine: a browser that hangs never answers. */
const MAX_ANSWER_MS = 100_000

type HttpSession = { send: Send; read(path: string, body: unknown): Promise<unknown> }

/** A session of a driver program, which speaks WebDriver over HTTP. */
export async function openHttpSession(port: number, capabilities: unknown): Promise<HttpSession> {
  const driver = `http://127.0.0.1:${port}`
  await untilListening(driver)
  const { sessionId } = (await call(`${driver}/session`, 'POST', {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string }
  const session = `${driver}/session/${sessionId}`
  return {
    send: (command, parameters = {}) => {
      const [method, path] = ENDPOINTS[command]
      return call(session + path.replace('{id}', String(parameters.id)), method, parameters)
    },
    read: (path, body) => call(session + path, 'POST', body),
  }
}

async function untilListening(driver: string): Promise<void> {
  const deadline = Date.now() + MAX_START_MS
  while (!(await fetch(`${driver}/status`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error(`no driver answers at ${driver}`)
    await sleep(50)
  }
}

async function call(address: string, method: string, parameters: unknown): Promise<unknown> {
  const body = method === 'POST' ? { body: JSON.stringify(parameters) } : {}
  const signal = AbortSignal.timeout(MAX_ANSWER_MS)
  const response = await fetch(address, { method, ...body, signal }).catch((cause: unknown) => {
    throw new Error(`no answer to ${method} ${address} ${body.body ?? ''}`, { cause })
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}
