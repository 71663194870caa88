import { expect, test } from 'vitest'
import { webhookRequest } from './webhook-request.server.ts'

test.each([
  [
    'https://discord.com/api/webhooks/1/key',
    'https://discord.com/api/webhooks/1/key',
    { content: 'Hi', allowed_mentions: { parse: [] } },
  ],
  [
    'https://ptb.discordapp.com/api/webhooks/1/key?thread_id=2',
    'https://ptb.discordapp.com/api/webhooks/1/key?thread_id=2',
    { content: 'Hi', allowed_mentions: { parse: [] } },
  ],
  [
    'https://api.telegram.org/bot1:key/sendMessage?chat_id=-100&disable_notification=true',
    'https://api.telegram.org/bot1:key/sendMessage',
    { chat_id: '-100', disable_notification: 'true', text: 'Hi' },
  ],
  ['https://hooks.example/x?y=1', 'https://hooks.example/x?y=1', { text: 'Hi' }],
  ['https://discord.com.evil.example/', 'https://discord.com.evil.example/', { text: 'Hi' }],
])('%s is sent what it expects', (address, url, body) => {
  expect(webhookRequest(address, 'Hi')).toEqual({ url, body })
})
