type WebhookRequest = { url: string; body: object }

const DISCORD = /^(?:\w+\.)?discord(?:app)?\.com$/

/** What the service behind the address expects. */
export function webhookRequest(address: string, text: string): WebhookRequest {
  const url = new URL(address)
  // Nobody is called by name, whatever the text says.
  if (DISCORD.test(url.hostname))
    return { url: address, body: { content: text, allowed_mentions: { parse: [] } } }
  if (!isTelegram(url)) return { url: address, body: { text } }
  const body = { ...Object.fromEntries(url.searchParams), text }
  return { url: `${url.origin}${url.pathname}`, body }
}

export function isTelegram({ hostname }: URL): boolean {
  return hostname === 'api.telegram.org'
}
