import { isIP } from 'node:net'
import { maskAddress } from './mask-address.server.ts'
import type { VariableType } from './read-settings.server.ts'

const SAFE_SECRET_LENGTH = 32

export const port: VariableType<number> = {
  expected: 'a whole number from 0 to 65535',
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined),
}

export const portOrOff: VariableType<number | 'off'> = {
  expected: `${port.expected}, or off`,
  parse: (text) => (text === 'off' ? 'off' : port.parse(text)),
}

export const count: VariableType<number> = {
  expected: 'a whole number from 1 to 999999999',
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
}

export const host: VariableType<string> = {
  expected: 'an IP address or a host name',
  parse: (text) => (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
}

export const folder: VariableType<string> = {
  // The embedded database puts it into a library path, where these cannot be quoted.
  expected: 'the path of a folder, without : ; or $',
  parse: (text) => (/[\0:;$]/.test(text) ? undefined : text),
}

export const file: VariableType<string> = {
  expected: 'the path of a file',
  parse: (text) => (text.includes('\0') ? undefined : text),
}

export const postgresUrl: VariableType<string> = {
  expected: 'an address like postgres://user:password@host:5432/database',
  parse: (text) => (hasProtocol(text, ['postgres:', 'postgresql:']) ? text : undefined),
  mask: (text) => maskAddress(text, 'parts'),
}

export const httpUrl: VariableType<string> = {
  expected: 'an http(s) address',
  parse: (text) => (hasProtocol(text, ['http:', 'https:']) ? text : undefined),
  mask: (text) => maskAddress(text, 'host'),
}

export const origin: VariableType<string> = {
  expected: 'an http(s) address without a path, like https://example.com',
  parse: (text) =>
    hasProtocol(text, ['http:', 'https:']) && isBare(new URL(text)) ? new URL(text).origin : undefined,
  mask: (text) => maskAddress(text, 'host'),
}

export const origins: VariableType<string[]> = {
  expected: 'one or more http(s) addresses without a path, like https://example.com, separated by commas',
  parse: (text) => parseList(text, parsePlainOrigin),
  mask: maskEach,
}

export const httpUrls: VariableType<string[]> = {
  expected: 'one or more http(s) addresses, separated by commas',
  parse: (text) => parseList(text, httpUrl.parse),
  mask: maskEach,
}

export const networks: VariableType<string[]> = {
  expected: 'IP addresses or networks like 10.0.0.0/8, separated by commas',
  parse: (text) => parseList(text, parseNetwork),
}

export const secret: VariableType<string> = {
  expected: 'a long random text',
  parse: (text) => text,
  mask: () => '***',
  findWeakness: ({ length }) =>
    length < SAFE_SECRET_LENGTH
      ? `has ${length} characters and can be guessed; take ${SAFE_SECRET_LENGTH} random ones or more`
      : undefined,
}

export function oneOf<T extends string>(values: readonly T[]): VariableType<T> {
  return {
    expected: `one of ${values.join(', ')}`,
    parse: (text) => values.find((value) => value === text),
  }
}

/** Undefined if any part is bad. */
export function parseList<T>(text: string, parse: (part: string) => T | undefined): T[] | undefined {
  const parsed = text.split(',').map((part) => parse(part.trim()))
  return parsed.includes(undefined) ? undefined : (parsed as T[])
}

function parseNetwork(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  if (prefix === undefined) return text
  const longest = version === 4 ? 32 : 128
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest ? text : undefined
}

/** A host may contain characters that separate the parts of a header. */
function parsePlainOrigin(text: string): string | undefined {
  const parsed = origin.parse(text)
  return parsed !== undefined && /^[\w:/.[\]-]+$/.test(parsed) ? parsed : undefined
}

function maskEach(text: string): string {
  return text
    .split(',')
    .map((part) => maskAddress(part.trim(), 'host'))
    .join(',')
}

function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && search + hash + username + password === ''
}

function hasProtocol(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.some((protocol) => text.startsWith(`${protocol}//`))
}
