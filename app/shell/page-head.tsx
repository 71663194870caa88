import { use } from 'react'
import { site } from '../site.ts'
import { PublicUrlContext } from './public-url.ts'

type Props = { title: string; description: string; path: string }

/** Metadata for search engines and shared links; React moves it into the head. */
export function PageHead({ title, description, path }: Props) {
  const origin = use(PublicUrlContext)
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={`${origin}${path}`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={`${origin}${path}`} />
      <meta property="og:image" content={`${origin}/share.png`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:site" content={site.social.handle} />
    </>
  )
}
