import { webhookRequest } from './webhook-request.server.ts'

const TIMEOUT_MS = 10_000

/** Throws unless the service took it. Nothing else is asked: a redirect could lead into the operator's own network. */
export async function sendToWebhook(address: string, text: string): Promise<void> {
  const { url, body } = webhookRequest(address, text)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
}

type Email = { smtpUrl: string; to: string[]; subject: string; text: string }

/** Loaded only if there is a mail server. */
export async function sendEmail({ smtpUrl, to, subject, text }: Email): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isSecure = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Most servers accept mail only from the address that signs in.
  const from = user.includes('@') ? user : to[0]
  try {
    await transport.sendMail({ from, to, subject, text })
  } finally {
    transport.close()
  }
}
