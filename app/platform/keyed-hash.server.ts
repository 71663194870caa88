import { createHmac } from 'node:crypto'

export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
