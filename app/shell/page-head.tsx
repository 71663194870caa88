import { use } from 'react'
import { addressIn, type Language } from '../features/i18n/contract.ts'
import { useSpeech } from '../platform/browser/messages.tsx'
import { PublicUrlContext } from './public-url.ts'
import type { SharePage } from './share-pictures.ts'
import { ShareTags } from './share-tags.tsx'

type Texts = { title: string; description: string }
type Props = Texts & {
  path: string
  /** Whose picture a shared link shows. */
  picture?: SharePage
  /** What a shared link says instead of title and description, for example because somebody is live. */
  news?: Texts | undefined
}

/** Metadata for search engines and shared links; React moves it into the head. */
export function PageHead({ title, description, path, picture = 'home', news }: Props) {
  const origin = use(PublicUrlContext)
  const language = useSpeech().language as Language
  const head = { origin, path, language, picture, title, shared: news ?? { title, description } }
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + addressIn(language, path)} />
      {/* Only programs that fetch a page read these: browsers keep what came with it, and do without the code. */}
      {import.meta.env.SSR && <ShareTags {...head} />}
    </>
  )
}
