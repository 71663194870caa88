/** The page for the frames of other sites. */
export const EMBED_PATH = '/embed/npc1'
export const OEMBED_PATH = '/api/oembed'
