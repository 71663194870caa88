import { isIP } from 'node:net'
import { keyedHash } from '../keyed-hash.server.ts'

/** A keyed hash of the household, so that the database never holds an address. */
export function visitorKey(secret: string, address: string): string | undefined {
  const household = householdOf(address)
  return household && keyedHash(secret, household)
}

/** A keyed hash of the network; unreadable addresses share one. */
export function networkKey(secret: string, address: string): string {
  return keyedHash(secret, `network ${networkOf(address)}`)
}

/** An IPv4 address itself, also when mapped to IPv6; of an IPv6 address the /64, all of which one household can use. */
export function householdOf(address: string): string | undefined {
  const parts = partsOf(address)
  if (parts === undefined) return undefined
  return parts.version === 4 ? parts.bytes.join('.') : ipv6Network(parts.groups, 4)
}

/** A block that one owner may have: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkOf(address: string): string | undefined {
  const parts = partsOf(address)
  if (parts === undefined) return undefined
  return parts.version === 4 ? `${parts.bytes.slice(0, 3).join('.')}.0/24` : ipv6Network(parts.groups, 3)
}

export function isLoopback(address: string): boolean {
  const parts = partsOf(address)
  if (parts === undefined) return false
  if (parts.version === 4) return parts.bytes[0] === 127
  return parts.groups.every((group, place) => group === (place === 7 ? 1 : 0))
}

type Parts = { version: 4; bytes: number[] } | { version: 6; groups: number[] }

function partsOf(address: string): Parts | undefined {
  const plain = withoutZoneAndPort(address)
  if (isIP(plain) === 4) return { version: 4, bytes: plain.split('.').map(Number) }
  if (isIP(plain) !== 6) return undefined
  const groups = expand(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return { version: 6, groups }
  return { version: 4, bytes: groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]) }
}

/** Some proxies append the port. */
function withoutZoneAndPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(address) ?? []
  const [plain = ''] = (bracketed ?? dotted ?? address).split('%', 1)
  return plain
}

function ipv6Network(groups: number[], length: number): string {
  const prefix = groups.slice(0, length).map((group) => group.toString(16))
  return `${prefix.join(':')}::/${length * 16}`
}

function expand(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const front = groupsOf(head)
  if (tail === undefined) return front
  const back = groupsOf(tail)
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back]
}

function groupsOf(text: string): number[] {
  return text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? fromDotted(group) : Number.parseInt(group, 16)))
}

function fromDotted(text: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d]
}
