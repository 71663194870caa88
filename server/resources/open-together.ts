import { createClosers } from '../../app/platform/async/closers.ts'

/** Registers something to be closed with the rest, and returns it. */
export type Keep = <T extends { close(): unknown }>(opened: T) => T

/** The last thing opened is closed first, also when a later one cannot be opened. */
export async function openTogether<T extends object>(
  open: (keep: Keep) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const closers = createClosers()
  try {
    const opened = await open((one) => {
      closers.push(() => one.close())
      return one
    })
    return { ...opened, close: closers.closeAll }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}
