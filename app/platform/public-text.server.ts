import * as v from 'valibot'

/** No control or invisible character and none that turns the text around; an emoji may be joined of several. */
const VISIBLE = /^(?:[^\p{C}]|\u200d)*$/u

/** One line of text that pages show. White space around it and within it is reduced. */
export function lineOfText(maxLength: number) {
  return v.pipe(
    v.string(),
    v.maxLength(maxLength * 4),
    v.transform((text) => text.trim().replace(/\s+/g, ' ')),
    v.minLength(1),
    v.maxLength(maxLength),
    v.regex(VISIBLE),
  )
}

/** An address on the web, over TLS, without a name or password in it. */
export function secureUrl(maxLength: number) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength),
    v.regex(VISIBLE),
    v.check((text) => isSecureUrl(text)),
    v.transform((text) => new URL(text).href),
    v.maxLength(maxLength),
  )
}

function isSecureUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === ''
}
