import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'

/** Who votes: a keyed hash of the address, so that the database never holds the address itself. */
export function voterKey(secret: string, address: string): string | undefined {
  const network = networkOf(address)
  return network && createHmac('sha256', secret).update(network).digest('base64url')
}

/** An IPv4 address as it is, mapped or not; of an IPv6 address the /64, which one household shares and can fill. */
export function networkOf(address: string): string | undefined {
  const [plain = ''] = address.split('%', 1)
  if (isIP(plain) === 4) return plain
  if (isIP(plain) !== 6) return undefined
  const groups = expand(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
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
