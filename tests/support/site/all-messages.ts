import { glob } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Language } from '../../../app/features/i18n/contract.ts'

/** One message in all languages; in each, a list of its plural forms. */
type Message = { name: string; forms: Record<Language, string[]> }
type Catalogue = Record<Language, Record<string, string | Record<string, string>>>

/** Every message of every feature. */
export async function allMessages(): Promise<Message[]> {
  const messages: Message[] = []
  for await (const path of glob('app/**/messages.ts'))
    for (const catalogue of Object.values(await import(pathToFileURL(path).href)) as Catalogue[])
      for (const key of Object.keys(catalogue.en)) {
        const forms = Object.entries(catalogue).map(([language, words]) => [language, formsOf(words[key])])
        messages.push({ name: `${path} ${key}`, forms: Object.fromEntries(forms) })
      }
  return messages
}

function formsOf(text: string | Record<string, string> = ''): string[] {
  return typeof text === 'string' ? [text] : Object.values(text)
}
