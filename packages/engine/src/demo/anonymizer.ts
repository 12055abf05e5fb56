import { parsePhone } from '@leaselight/model'
import { DEMO_COMPANY, demoAgents, demoNote, demoPerson, demoPhone, demoProperties } from './names'
import { nameReplacer, type Replacement } from './replaceNames'

interface Named {
  id: number
  name: string
}

/** A participant in a conversation, or a person mentioned in it. */
export interface Participant {
  prospectId: number | null
  name: string | null
}

/** Replaces a company's real names in a sales demo. Numbers, dates, and ids stay the same. */
export interface Anonymizer {
  /** The sample name of a prospect, or of a caller of whom only the name is known; null when both are missing. */
  person(prospectId: number | null, name: string | null): string | null
  /** The sample name and address of a colleague. */
  colleague(userId: number): { firstName: string; lastName: string; email: string }
  /** The sample number for a number, the same for every spelling of it; null for null. */
  phone(number: string | null): string | null
  /** The sample address of a prospect who has one; null for none. */
  email(prospectId: number, address: string | null): string | null
  /** A sample text for a note that a user wrote, which may name anyone. */
  note(id: string): string
  /** A text without the names of the company, its properties and its agents. */
  text(text: string): string
  /**
   * Spoken or written text without names, numbers, or addresses.
   * @param people participants and people mentioned, whose first or last name alone is also replaced
   */
  speech(text: string, people: readonly Participant[]): string
}

/** Creates the anonymizer of a company. Properties and agents get the same sample names as in lists. */
export function createAnonymizer(company: Named, properties: readonly Named[], agents: readonly Named[]): Anonymizer {
  const staff = paired(agents, demoAgents(agents))
  const whole = nameReplacer([
    [company.name, DEMO_COMPANY],
    ...paired(properties, demoProperties(properties)),
    ...staff,
  ])
  const isStaff = new Set(agents.map(({ name }) => name.trim().toLowerCase()))
  const staffInParts = {
    'as written': nameReplacer(staff.flatMap(parts), 'as written'),
    any: nameReplacer(staff.flatMap(parts)),
  }
  const person = (prospectId: number | null, name: string | null): string | null => {
    const known = name?.trim().toLowerCase()
    if (!prospectId && !known) return null
    const { first, last } = demoPerson(`${company.id}/${prospectId || known}`)
    return `${first} ${last}`
  }
  return {
    person,
    colleague: (userId) => {
      const { first, last } = demoPerson(`${company.id}/user/${userId}`)
      return { firstName: first, lastName: last, email: demoEmail(first, last, userId) }
    },
    phone: (number) => (number ? demoPhone(`${company.id}/${parsePhone(number)?.e164 ?? number}`) : null),
    email: (prospectId, address) => {
      if (!address) return null
      const { first, last } = demoPerson(`${company.id}/${prospectId}`)
      return demoEmail(first, last, prospectId)
    },
    note: (id) => demoNote(`${company.id}/${id}`),
    text: whole,
    speech: (text, people) => {
      const known = [...people, ...findIntroductions(text).filter(({ name }) => !isStaff.has(name.toLowerCase()))]
      const present = known.flatMap(({ prospectId, name }): Replacement[] => {
        const sample = person(prospectId, name)
        return sample !== null && name?.trim() ? [[name, sample]] : []
      })
      // A machine transcript may have no capitals; then every word may be a name.
      const casing = /\p{Lu}/u.test(text) ? 'as written' : 'any'
      const named = nameReplacer(present.flatMap(parts), casing)(nameReplacer(present)(replaceAddresses(text)))
      return staffInParts[casing](whole(named))
    },
  }
}

const demoEmail = (first: string, last: string, id: number): string =>
  `${first}.${last}.${id}@example.com`.toLowerCase()

// Requires first and last name, because "this is Saturday" isn't an introduction.
const INTRODUCED = /\b(?:[Mm]y name is|[Nn]ame['’]s|[Tt]his is|I am|I['’]m) (\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+)/gu
const SPEAKING = /(\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+) (?:here|speaking)\b/gu

/** Names of people who introduce themselves, since they may not be in any record. */
const findIntroductions = (text: string): { prospectId: null; name: string }[] =>
  [INTRODUCED, SPEAKING].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, name]) => (name ? [{ prospectId: null, name }] : [])),
  )

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const PHONE = /(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4}\b/g

const replaceAddresses = (text: string): string =>
  text.replace(EMAIL, 'someone@example.com').replace(PHONE, (number) => demoPhone(number))

function paired(real: readonly Named[], samples: readonly Named[]): Replacement[] {
  const sampleOf = new Map(samples.map(({ id, name }) => [id, name]))
  return real.map(({ id, name }) => [name, sampleOf.get(id) ?? 'N/A'])
}

/** First and last name alone, each with its part of the sample name. */
function parts([real, sample]: Replacement): Replacement[] {
  const [names, samples] = [real.trim().split(/\s+/), sample.split(' ')]
  const pairs: Replacement[] = [[names[0] ?? '', samples[0] ?? '']]
  if (names.length > 1) pairs.push([names.at(-1) ?? '', samples.at(-1) ?? ''])
  // A single initial would match everywhere.
  return pairs.filter(([part]) => part.replace(/[^\p{L}]/gu, '').length > 1)
}
