const PREPARED_FOLDER = 'TEST_PREPARED_FOLDER'

/** The only place under tests/ that reads the environment. */
export const testEnvironment = {
  all: process.env,
  path: process.env.PATH ?? '',
  home: process.env.HOME ?? '',
  /** A PostgreSQL server to test against; if unset, the embedded one. */
  databaseServer: process.env.TEST_DATABASE_SERVER,
  /** A data folder for new sites to copy; the workers inherit it. */
  preparedFolder: {
    get: () => process.env[PREPARED_FOLDER],
    set: (path: string) => {
      process.env[PREPARED_FOLDER] = path
    },
  },
  /** A ledger to test against; if unset, the embedded one. */
  ledgerRpc: process.env.TEST_LEDGER_RPC,
  /** Repeats the random choices of an earlier run. */
  seed: Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32)),
  /** Runs the long versions of tests. */
  isLong: process.env.TEST_LONG === '1',
}
