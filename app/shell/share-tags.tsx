import { addressIn, DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../features/i18n/contract.ts'
import { OG_LOCALES } from '../features/i18n/og-locales.ts'
import { htmlLanguage } from '../platform/browser/messages.tsx'
import { useSite } from '../use-site.ts'
import { SHARE_SIZE, type SharePage, sharePicture } from './share-pictures.ts'

type Props = {
  origin: string
  path: string
  language: Language
  picture: SharePage
  title: string
  shared: { title: string; description: string }
}

/** The page in other languages, and what a shared link shows. */
export function ShareTags({ origin, path, language, picture, title, shared }: Props) {
  const { name, social } = useSite()
  return (
    <>
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
      <meta property="og:site_name" content={name} />
      <meta property="og:locale" content={OG_LOCALES[language]} />
      {LANGUAGES.filter((code) => code !== language).map((code) => (
        <meta key={code} property="og:locale:alternate" content={OG_LOCALES[code]} />
      ))}
      <meta property="og:title" content={shared.title} />
      <meta property="og:description" content={shared.description} />
      <meta property="og:url" content={origin + addressIn(language, path)} />
      <meta property="og:image" content={origin + sharePicture(picture, language)} />
      <meta property="og:image:width" content={`${SHARE_SIZE.width}`} />
      <meta property="og:image:height" content={`${SHARE_SIZE.height}`} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {social.handle && <meta name="twitter:site" content={social.handle} />}
    </>
  )
}
