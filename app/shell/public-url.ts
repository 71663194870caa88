import { createContext } from 'react'

/** The origin at which visitors reach the site. */
export const PublicUrlContext = createContext('')
