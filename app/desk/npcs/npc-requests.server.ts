import * as v from 'valibot'
import { LANGUAGES, type Language } from '../../features/i18n/contract.ts'
import { MAX_MISSION_LENGTH, MAX_STEP_LENGTH, MAX_STEPS } from '../../features/missions/contract.ts'
import { MAX_NPCS, type NpcDetails, type Translations } from '../../features/npcs/contract.ts'
import { findDetailsFault, tidyDetails, tidyTranslations } from '../../features/npcs/editing/judge-details.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { findTextFault, tidyText } from '../../platform/names/shown-text.ts'
import { parseBody } from '../parts/read-request.server.ts'
import { describeFault, describeMissionFault, describeStepFault } from './describe-fault.ts'
import { words } from './words.ts'

const { rejected } = words

/** Far above what is accepted, so that the sentence is about the text and not about the form. */
const anyText = v.pipe(v.string(), v.maxLength(5_000))
const translations = v.partial(
  v.object(
    Object.fromEntries(LANGUAGES.map((language) => [language, anyText])) as Record<Language, typeof anyText>,
  ),
)
const details = {
  name: anyText,
  x_account: v.nullable(anyText),
  description: anyText,
  descriptions: translations,
}
const editSchema = v.object({ revision: v.pipe(v.string(), v.maxLength(64)), ...details })
const createSchema = v.object({ ...details, is_position_open: v.boolean() })
const positionSchema = v.object({ is_open: v.boolean() })
const npcId = v.pipe(v.string(), v.regex(/^-?\d{1,10}$/))
const stepId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647))
const textsSchema = v.object({ from: translations, to: translations })
const newStepSchema = v.object({ text: anyText })
const stepTextSchema = v.object({ from: anyText, to: anyText })
const stepDoneSchema = v.object({ is_done: v.boolean() })

export function readEdit(body: unknown): { revision: string; details: NpcDetails } {
  const { revision, ...typed } = parseBody(editSchema, body, rejected.shape)
  return { revision, details: judged(typed as NpcDetails) }
}

export function readNewNpc(body: unknown): NpcDetails & { is_position_open: boolean } {
  const { is_position_open, ...typed } = parseBody(createSchema, body, rejected.shape)
  return { ...judged(typed as NpcDetails), is_position_open }
}

export function readPosition(body: unknown): boolean {
  return parseBody(positionSchema, body, rejected.shape).is_open
}

/** `to` is `from` in another order. */
export function readNpcOrder(body: unknown): { from: string[]; to: string[] } {
  return readOrder(npcId, MAX_NPCS * 10, body, rejected.order)
}

export function readStepOrder(body: unknown): { from: number[]; to: number[] } {
  return readOrder(stepId, MAX_STEPS * 2, body, rejected.stepOrder)
}

export function readTexts(body: unknown): { from: Translations; to: Translations } {
  const { from, to } = parseBody(textsSchema, body, rejected.shape)
  const tidied = tidyTranslations(to as Translations)
  for (const language of LANGUAGES) {
    const text = tidied[language]
    const fault = text === undefined ? undefined : findTextFault(text, MAX_MISSION_LENGTH)
    if (fault) throw new HttpProblem(400, describeMissionFault(fault, language))
  }
  return { from: from as Translations, to: tidied }
}

export function readNewStep(body: unknown): string {
  return stepText(parseBody(newStepSchema, body, rejected.shape).text)
}

export function readStepText(body: unknown): { from: string; to: string } {
  const { from, to } = parseBody(stepTextSchema, body, rejected.shape)
  return { from, to: stepText(to) }
}

export function readStepDone(body: unknown): boolean {
  return parseBody(stepDoneSchema, body, rejected.shape).is_done
}

function judged(typed: NpcDetails): NpcDetails {
  const tidied = tidyDetails(typed)
  const fault = findDetailsFault(tidied)
  if (fault) throw new HttpProblem(400, describeFault(fault))
  return tidied
}

function stepText(typed: string): string {
  const text = tidyText(typed)
  const fault = findTextFault(text, MAX_STEP_LENGTH)
  if (fault) throw new HttpProblem(400, describeStepFault(fault))
  return text
}

function readOrder<T extends string | number>(
  id: v.GenericSchema<unknown, T>,
  maxLength: number,
  body: unknown,
  rule: string,
): { from: T[]; to: T[] } {
  const list = v.pipe(v.array(id), v.maxLength(maxLength))
  const { from, to } = parseBody(v.object({ from: list, to: list }), body, rule) as { from: T[]; to: T[] }
  const isPermutation =
    new Set(to).size === to.length && to.length === from.length && to.every((one) => from.includes(one))
  if (!isPermutation) throw new HttpProblem(400, rule)
  return { from, to }
}
