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
  const parsed = parse(address)
  return typeof parsed === 'object' ? ipv6Network(parsed, 4) : parsed
}

/** A block that one owner may have: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkOf(address: string): string | undefined {
  const parsed = parse(address)
  if (typeof parsed === 'object') return ipv6Network(parsed, 3)
  return parsed && `${parsed.slice(0, parsed.lastIndexOf('.'))}.0/24`
}

export function isLoopback(address: string): boolean {
  const parsed = parse(address)
  if (typeof parsed === 'object') return parsed.every((group, place) => group === (place === 7 ? 1 : 0))
  return parsed?.startsWith('127.') ?? false
}

/** IPv4, also when mapped to IPv6, as text; the groups of an IPv6 address. */
function parse(address: string): string | number[] | undefined {
  const plain = withoutZoneAndPort(address)
  const version = isIP(plain)
  if (version !== 6) return version === 4 ? plain : undefined
  const groups = expand(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMapped) return groups
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
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
