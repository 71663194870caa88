import { use } from 'react'
import { addressIn, DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../features/i18n/contract.ts'
import { OG_LOCALES } from '../features/i18n/og-locales.ts'
import { htmlLanguage, useSpeech } from '../platform/browser/messages.tsx'
import { site } from '../site.ts'
import { PublicUrlContext } from './public-url.ts'
import { SHARE_SIZE, type SharePage, sharePicture } from './share-pictures.ts'

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
  const canonical = origin + addressIn(language, path)
  const shared = news ?? { title, description }
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {LANGUAGES.map((code) => (
        <link
          key={code}
          rel="alternate"
          hrefLang={htmlLanguage(code)}
          href={origin + addressIn(code, path)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + addressIn(DEFAULT_LANGUAGE, path)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={OG_LOCALES[language]} />
      {LANGUAGES.filter((code) => code !== language).map((code) => (
        <meta key={code} property="og:locale:alternate" content={OG_LOCALES[code]} />
      ))}
      <meta property="og:title" content={shared.title} />
      <meta property="og:description" content={shared.description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={origin + sharePicture(picture, language)} />
      <meta property="og:image:width" content={`${SHARE_SIZE.width}`} />
      <meta property="og:image:height" content={`${SHARE_SIZE.height}`} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:site" content={site.social.handle} />
    </>
  )
}
