import { expect, test } from 'vitest'
import { findNextQuest } from './features/roadmap/milestones.ts'
import { describeLiveNews } from './live-news.server.ts'

test.each([
  ['en', 'Total donated: 1.25 SOL. Next quest at a market cap of 70k: Quit job.'],
  ['de', 'Insgesamt gespendet: 1,25 SOL. Nächste Quest bei 70.000 Marktkapitalisierung: Job kündigen.'],
  ['zh', '捐赠总额：1.25 SOL。下一个任务（市值达到 7万）：辞职。'],
] as const)('while somebody is live, a shared link in %s says: %s', (language, description) => {
  const news = { siteName: 'NPC Stream', total: 1.25, next: findNextQuest([]) }
  expect(describeLiveNews(language, news).description).toBe(description)
})

test('once every quest is done, a shared link names none, and the site by its name', () => {
  const news = { siteName: 'Quest $& TV', total: 1.25, next: undefined }
  expect(describeLiveNews('en', news)).toEqual({
    title: 'Live now on Quest $& TV',
    description: 'Total donated: 1.25 SOL.',
  })
})
