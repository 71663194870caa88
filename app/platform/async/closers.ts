export type Closers = {
  push(close: () => unknown): void
  /** In reverse order, one after another: what was opened last may use what was opened before. */
  closeAll(): Promise<void>
}

export function createClosers(): Closers {
  const closers: (() => unknown)[] = []
  return {
    push: (close) => void closers.push(close),
    async closeAll() {
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}
