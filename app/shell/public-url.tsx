import { createContext, use } from 'react'

/** The origin at which visitors reach the site. */
export const PublicUrlContext = createContext('')

export function usePublicUrl(): string {
  return use(PublicUrlContext)
}
