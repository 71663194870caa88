import { defineConfig } from 'vitest/config'

const globalSetup = 'tests/support/site/vitest-setup.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['app/**/*.test.ts', 'db/*.test.ts', 'server/**/*.test.ts', 'tests/*.test.ts'],
          globalSetup,
          // Generous, for machines that do other things meanwhile: a test that is over early costs nothing.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Most of it is waiting: for the database, for processes.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup,
          setupFiles: ['tests/support/site/faults-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
