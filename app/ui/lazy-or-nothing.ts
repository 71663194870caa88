import { type ComponentType, lazy } from 'react'
import { loadPersistently } from './load-persistently.ts'

/** For a part without which the page still works: if its code does not load, nothing stands in its place. */
export function lazyOrNothing<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({
    default: await loadPersistently(load).catch(() => () => null),
  }))
}
