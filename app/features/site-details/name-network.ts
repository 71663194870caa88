import type { SiteDetails } from '../../site.ts'

/** By the end of their host names. */
const NETWORKS: Record<string, string> = {
  'x.com': 'X',
  'twitter.com': 'X',
  'bsky.app': 'Bluesky',
  'discord.com': 'Discord',
  'discord.gg': 'Discord',
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'reddit.com': 'Reddit',
  't.me': 'Telegram',
  'threads.com': 'Threads',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitch.tv': 'Twitch',
  'vk.com': 'VK',
  'weibo.com': 'Weibo',
  'youtube.com': 'YouTube',
}

const X_HANDLE = /^\/@?(\w{1,15})\/?$/

/** What pages say about a social address: “Follow us on X”. An unknown network goes by its host name. */
export function nameNetwork(url: string): SiteDetails['social'] {
  const { hostname, pathname } = new URL(url)
  const host = hostname.replace(/^www\./, '')
  const known = Object.keys(NETWORKS).find((domain) => host === domain || host.endsWith(`.${domain}`))
  const name = (known && NETWORKS[known]) ?? host
  const handle = name === 'X' ? X_HANDLE.exec(pathname)?.[1] : undefined
  return { name, url, ...(handle !== undefined && { handle: `@${handle}` }) }
}
