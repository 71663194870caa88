import autocannon from 'autocannon'

export type Voted = { votes: number; seconds: number; p99Ms: number; rejected: number }

/** The site trusts the addresses that the benchmark sends, and does not limit its votes. */
export const UNLIMITED_VOTES = {
  TRUST_PROXY: '127.0.0.1',
  VOTES_PER_MINUTE: '999999999',
  NETWORK_VOTES_PER_MINUTE: '999999999',
}

/** Votes on one NPC over HTTP from random addresses in a /8; each caller sends one vote at a time. */
export async function voteOverHttp(
  url: string,
  { callers, seconds, perSecond }: { callers: number; seconds: number; perSecond?: number },
): Promise<Voted> {
  const result = await autocannon({
    url,
    connections: callers,
    duration: seconds,
    ...(perSecond && { overallRate: perSecond }),
    requests: [{ setupRequest: (request) => ({ ...request, ...randomVote() }) }],
  })
  if (result.errors > 0) throw new Error(`${result.errors} votes got no answer`)
  return {
    votes: result['2xx'],
    seconds: result.duration,
    p99Ms: result.latency.p99,
    rejected: result.non2xx,
  }
}

export function randomVote() {
  return {
    path: '/api/npcs/1/vote',
    method: 'PUT' as const,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': [10, random(256), random(256), random(256)].join('.'),
    },
    body: JSON.stringify({ vote_type: random(2) === 0 ? 'like' : 'dislike' }),
  }
}

export function random(below: number): number {
  return Math.floor(Math.random() * below)
}
