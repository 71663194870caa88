import { defineConfig } from 'vitest/config'

/** The tests of the pure rules that `npm run mutate` changes on purpose. */
export default defineConfig({
  test: {
    include: [
      'app/features/donations/claims/choose-claimant.test.ts',
      'app/features/donations/verdicts/judge-transfer.test.ts',
      'app/features/donations/verdicts/find-payers.test.ts',
      'app/features/donations/contract.test.ts',
      'app/features/donations/claims/parse-tx-hash.server.test.ts',
      'app/platform/network/visitor-address.server.test.ts',
      'app/features/live/packaging/media-playlist.server.test.ts',
      'app/features/live/packaging/media-window.server.test.ts',
    ],
  },
})
