/** A person sends one form. The rest is for those who press again, and for the offices behind one address. */
export const submissionsSettings = { rateLimits: { submissions: { perAddress: 10, perNetwork: 100 } } }

export type SubmissionsSettings = typeof submissionsSettings
