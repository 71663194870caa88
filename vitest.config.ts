import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const globalSetup = 'tests/support/site/vitest-setup.ts'

const LONG_FILES = new Set(
  [
    ...['embedded-database', 'donations', 'database-kills', 'going-live', 'desk', 'backup'],
    ...['hostile-input', 'presence.server', 'ingest.server', 'donations-api.server', 'restore-database'],
    ...['backup-file.server', 'receive-stream.server', 'unprivileged.server', 'rpc-failures.server'],
  ].map((name) => `${name}.test.ts`),
)

/** Each in a process of its own, in which nobody else frees memory. */
const MEASURE_MEMORY = ['rtmp/rtmp-fuzz', 'rtmp/rtmp-memory', 'ingest/delayed-stream'].map(
  (name) => `app/**/${name}.server.test.ts`,
)

const units = {
  globalSetup,
  // Generous, for machines that do other things meanwhile: a test that is over early costs nothing.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // With four, two cores are busy all the time.
  maxWorkers: 4,
  sequence: { groupOrder: 0 },
}

/** The long files first, so that the workers finish together. Vitest itself goes by the size of a file. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.has(basename(moduleId))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...units,
          name: 'unit',
          include: [
            'app/**/*.test.ts',
            'db/*.test.ts',
            'scripts/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: MEASURE_MEMORY,
          // Files share a worker, and what they import is loaded once: a third less time.
          isolate: false,
          unstubGlobals: true,
        },
      },
      { test: { ...units, name: 'memory', include: MEASURE_MEMORY } },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: [globalSetup, 'tests/support/site/prepared-setup.ts'],
          setupFiles: ['tests/support/site/faults-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
