/** Where a link on the same page leads to. */
export const ROADMAP_ID = 'roadmap'
