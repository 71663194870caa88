import { createContext, use } from 'react'

/** The address under which the world reaches the site. */
export const PublicUrlContext = createContext('')

export function usePublicUrl(): string {
  return use(PublicUrlContext)
}
