/** Registers something to be closed with the rest, and returns it. */
export type Keep = <T extends { close(): unknown }>(opened: T) => T

/** The last thing opened is closed first, also when a later one cannot be opened. */
export async function openTogether<T extends object>(open: (keep: Keep) => Promise<T>) {
  const kept: { close(): unknown }[] = []

  /** One after another: what was opened last may use what was opened before. */
  async function close(): Promise<void> {
    for (const one of kept.splice(0).reverse()) await one.close()
  }

  try {
    const opened = await open((one) => {
      kept.push(one)
      return one
    })
    return { ...opened, close }
  } catch (error) {
    await close()
    throw error
  }
}
