import type { Language } from '../features/i18n/contract.ts'
import { GO_LIVE_PATH } from '../features/live/go-live/contract.ts'
import { goLiveMessages } from '../features/live/go-live/messages.ts'
import { GoLive } from '../features/live/go-live/studio/go-live.tsx'
import { useSpeech } from '../platform/browser/messages.tsx'
import type { PageHandle } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'

export const handle: PageHandle = { usesCamera: true, isUnlisted: true }

export default function GoLivePage() {
  const words = goLiveMessages[useSpeech().language as Language]
  return (
    <>
      <PageHead title={words.pageTitle} description={words.lead} path={GO_LIVE_PATH} />
      <meta name="robots" content="noindex" />
      <div className="py-10">
        <h1 className="mb-4 font-black text-4xl md:text-5xl">{words.title}</h1>
        <p className="max-w-2xl text-pretty text-lg text-muted">{words.lead}</p>
      </div>
      <GoLive words={words} />
    </>
  )
}
