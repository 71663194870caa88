const UNSEEN = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/g
const TAG_OR_TEXT = /<[^>]+>|[^<]+/g
const READ_ALOUD = /\s(?:aria-label|aria-description|alt|title|placeholder)="([^"]*)"/g
const READ_IN_PREVIEWS =
  /^<meta (?:name="description"|property="og:(?:title|description|image:alt)") content="([^"]*)"/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** What a visitor can see, hear or find in a preview of the page, without repetitions. */
export function visibleTexts(html: string): Set<string> {
  const found = (html.replaceAll(UNSEEN, '').match(TAG_OR_TEXT) ?? []).flatMap((part) => {
    if (!part.startsWith('<')) return [part]
    const previewed = READ_IN_PREVIEWS.exec(part)?.[1] ?? ''
    return [previewed, ...Array.from(part.matchAll(READ_ALOUD), ([, text = '']) => text)]
  })
  return new Set(found.map((text) => decode(text).trim()).filter((text) => text !== ''))
}

function decode(text: string): string {
  return text.replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
}
