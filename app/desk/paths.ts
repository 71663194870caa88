import { JOIN_PATH } from '../features/members/contract.ts'

/** The pages of the desk, by path. */
export const DESK_PATHS = ['/', '/people', '/sessions', '/audit-log', JOIN_PATH] as const
export type DeskPath = (typeof DESK_PATHS)[number]
