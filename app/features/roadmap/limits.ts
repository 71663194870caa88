export const MAX_REASON = 500
export const MAX_EVIDENCE = 500
export const MAX_CAP_USD = 1_000_000_000_000
