import type { FastifyInstance } from 'fastify'
import { HttpProblem } from '../../../platform/http/http-problem.server.ts'
import type { SiteDetails } from '../../../site.ts'
import { addressIn, DEFAULT_LANGUAGE, type Language, languageFromQuery } from '../../i18n/contract.ts'
import { LIVE_NPC_PATH } from '../../npcs/contract.ts'
import { liveMessages } from '../messages.ts'
import { EMBED_PATH } from './contract.ts'
import { fitPlayer } from './fit-player.ts'

type Picture = { path: string; width: number; height: number }
type Options = {
  publicUrl: string
  siteDetails: { current(): SiteDetails }
  embedOrigins: string[]
  pictureIn(language: Language): Picture
}
type Query = Record<'url' | 'format' | 'maxwidth' | 'maxheight', unknown>

const ALLOWED = 'autoplay; fullscreen; picture-in-picture'
const PIXELS = /^[1-9]\d{0,4}$/
const ONE_HOUR = 'public, max-age=3600'

/** For sites that turn a link to the live page into a player (oembed.com). */
export async function oembedApi(api: FastifyInstance, options: Options): Promise<void> {
  const { publicUrl, siteDetails, embedOrigins, pictureIn } = options
  api.get<{ Querystring: Query }>('/oembed', async ({ query }, reply) => {
    const language = readLiveAddress(query.url, publicUrl)
    if (query.format !== undefined && query.format !== 'json')
      throw new HttpProblem(501, 'Only the format json is offered here.')
    const room = {
      width: readPixels('maxwidth', query.maxwidth),
      height: readPixels('maxheight', query.maxheight),
    }
    const { name } = siteDetails.current()
    const title = liveMessages[language].pageTitle.replace('{site}', () => name)
    const picture = pictureIn(language)
    const src = publicUrl + addressIn(language, EMBED_PATH)
    reply.header('cache-control', ONE_HOUR)
    return {
      version: '1.0',
      // Where nobody may frame the player, a frame would stay empty.
      ...(embedOrigins.length > 0 ? describePlayer(src, title, fitPlayer(room)) : { type: 'link' }),
      title,
      provider_name: name,
      provider_url: publicUrl,
      thumbnail_url: publicUrl + picture.path,
      thumbnail_width: picture.width,
      thumbnail_height: picture.height,
    }
  })
}

/** The language of the live page at the address. */
function readLiveAddress(address: unknown, publicUrl: string): Language {
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new HttpProblem(400, 'url takes the address of a page.')
  const { origin, pathname, search } = new URL(address)
  if (origin !== publicUrl || pathname.toLowerCase().replace(/\/$/, '') !== LIVE_NPC_PATH)
    throw new HttpProblem(404, 'There is no stream at that address.')
  return languageFromQuery(search.slice(1)) ?? DEFAULT_LANGUAGE
}

function readPixels(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !PIXELS.test(value))
    throw new HttpProblem(400, `${name} takes a whole number from 1 to 99999.`)
  return Number(value)
}

function describePlayer(src: string, title: string, { width, height }: { width: number; height: number }) {
  const attributes = `src="${src}" width="${width}" height="${height}" title="${escapeAttribute(title)}" allow="${ALLOWED}"`
  const html = `<iframe ${attributes} allowfullscreen style="border:0"></iframe>`
  return { type: 'video', width, height, html }
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
