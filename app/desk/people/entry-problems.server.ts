import { MAX_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../features/members/contract.ts'
import type { Joined } from '../../features/members/members-store.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'

export const MEMBER_RULES = `A name has 1 to ${MAX_NAME_LENGTH} letters or digits, a password at least ${MIN_PASSWORD_LENGTH} characters.`
export const LINK_USED = 'This link has been used, withdrawn or has expired. Ask for a new one.'

export function linkUsed(): HttpProblem {
  return new HttpProblem(410, LINK_USED, undefined, 'link_used')
}

export function nameTaken(): HttpProblem {
  return new HttpProblem(409, 'Somebody else has this name.', undefined, 'name_taken')
}

export function passkeyKnown(): HttpProblem {
  return new HttpProblem(409, 'This passkey is in use already.', undefined, 'passkey_known')
}

export function problemOfJoining(status: Exclude<Joined['status'], 'joined'>): HttpProblem {
  if (status === 'used') return linkUsed()
  return status === 'name taken' ? nameTaken() : passkeyKnown()
}

export function tooManyAttempts(attempts: string, forS: number): HttpProblem {
  const minutes = Math.ceil(forS / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new HttpProblem(429, `Too many ${attempts}. Please try again in ${wait}.`, forS, 'too_many_attempts')
}
