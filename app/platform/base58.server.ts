const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MAX_TEXT_LENGTH = 128

/** The bytes of a base58 text, or undefined when it is none. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const leadingZeros = text.length - text.replace(/^1+/, '').length
  const hex = value === 0n ? '' : value.toString(16)
  return Uint8Array.from([
    ...new Array<number>(leadingZeros).fill(0),
    ...Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ])
}
