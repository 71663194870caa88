import type { Language } from '../features/i18n/contract.ts'
import { GO_LIVE_PATH } from '../features/live/go-live/contract.ts'
import { goLiveMessages } from '../features/live/go-live/messages.ts'
import { GoLive } from '../features/live/go-live/studio/go-live.tsx'
import { OnlineText } from '../features/presence/online-text.tsx'
import { fill, useSpeech } from '../platform/browser/messages.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useSite } from '../use-site.ts'

export function GoLivePage() {
  const words = goLiveMessages[useSpeech().language as Language]
  const title = fill(words.pageTitle, { site: useSite().name })
  return (
    <>
      <PageHead title={title} description={words.lead} path={GO_LIVE_PATH} />
      <meta name="robots" content="noindex" />
      <GoLive words={words} online={<OnlineText />} />
    </>
  )
}
