import type { RateLimits } from '../../../app/platform/rate-limits/rate-limits.server.ts'

export const noLimits: RateLimits<string> = { spend: () => {}, close: () => {} }
