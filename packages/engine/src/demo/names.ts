import { compareNames } from '@leaselight/model'

interface Named {
  id: number
  name: string
}

const propertyFirstWords = [
  'Maple',
  'Cedar',
  'Willow',
  'Aspen',
  'Birch',
  'Juniper',
  'Laurel',
  'Magnolia',
  'Hazel',
  'Linden',
]
const propertySecondWords = ['Court', 'Heights', 'Gardens', 'Place', 'Commons', 'Ridge', 'Square']
const agentFirstNames = [
  'Alex',
  'Blake',
  'Casey',
  'Drew',
  'Ellis',
  'Finley',
  'Gray',
  'Harper',
  'Jamie',
  'Kendall',
  'Logan',
]
const agentLastNames = ['Adler', 'Bishop', 'Carver', 'Dalton', 'Ellery', 'Farrow', 'Granger', 'Hale', 'Irving', 'Joyce']
const personFirstNames =
  'Avery Bailey Cameron Dakota Emery Frankie Greer Hollis Indigo Jules Kit Lane Marlow Nico Oakley Quinn Reese Sage Tatum Winter'.split(
    ' ',
  )
const personLastNames =
  'Ashdown Birchall Calloway Davenport Eastwood Fairbank Goodwin Hartley Inglewood Jessop Kingsley Langford Merrick Norwood Oakes Pemberton Quimby Radcliffe Stanfield Thornbury Underhill Vickers Wakefield Yardley'.split(
    ' ',
  )

/** The company's name in a sales demo. */
export const DEMO_COMPANY = 'Sample Living'

/** A company's properties with sample names, sorted by them. */
export const demoProperties = <T extends Named>(properties: readonly T[]): T[] =>
  withSampleNames(properties, propertyFirstWords, propertySecondWords)

/** A company's agents with sample names, sorted by them. */
export const demoAgents = <T extends Named>(agents: readonly T[]): T[] =>
  withSampleNames(agents, agentFirstNames, agentLastNames)

/** The sample name of a person. The same key (an id, or a name as spelled) always gives the same name. */
export function demoPerson(of: string): { first: string; last: string } {
  const hash = hashOf(of)
  return {
    first: personFirstNames[hash % personFirstNames.length] ?? '',
    last: personLastNames[Math.floor(hash / personFirstNames.length) % personLastNames.length] ?? '',
  }
}

const notes = [
  'Special began: one month free',
  'Phones down',
  'A leasing agent left',
  'New photos on the listing sites',
  'Rents raised',
  'Office closed for repairs',
]

/** A sample text in place of a note. */
export const demoNote = (of: string): string => notes[hashOf(of) % notes.length] ?? ''

/** A fictional phone number: 555-0100 to 555-0199 are reserved for fiction. */
export function demoPhone(of: string): string {
  const hash = hashOf(of)
  return `+1 ${200 + (Math.floor(hash / 100) % 800)} 555 01${String(hash % 100).padStart(2, '0')}`
}

// Assigns names in the order of ids, so that all users of a company see the same name and the position in a list
// doesn't reveal a real one.
function withSampleNames<T extends Named>(
  things: readonly T[],
  words: readonly string[],
  more: readonly string[],
): T[] {
  // A sample name must not be the real name of another one, or the demo would show a real name after all.
  const real = new Set(things.map(({ name }) => name.trim().toLowerCase()))
  let next = 0
  const nextName = (): string => {
    const name = sampleName(next++, words, more)
    return real.has(name.toLowerCase()) ? nextName() : name
  }
  return [...things]
    .sort((a, b) => a.id - b.id)
    .map((thing) => ({ ...thing, name: nextName() }))
    .sort((a, b) => compareNames(a.name, b.name) || a.id - b.id)
}

function sampleName(index: number, words: readonly string[], more: readonly string[]): string {
  const round = Math.floor(index / words.length)
  const again = Math.floor(round / more.length)
  const name = `${words[index % words.length]} ${more[((index % words.length) + round) % more.length]}`
  return again === 0 ? name : `${name} ${again + 1}`
}

/** FNV-1a over 32 bits with extra mixing, so that consecutive ids don't get adjacent names. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
