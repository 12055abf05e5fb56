import { compareNames } from '@leaselight/model'

interface Named {
  id: number
  name: string
}

const first = ['Maple', 'Cedar', 'Willow', 'Aspen', 'Birch', 'Juniper', 'Laurel', 'Magnolia', 'Hazel', 'Linden']
const kinds = ['Court', 'Heights', 'Gardens', 'Place', 'Commons', 'Ridge', 'Square']
const given = ['Alex', 'Blake', 'Casey', 'Drew', 'Ellis', 'Finley', 'Gray', 'Harper', 'Jamie', 'Kendall', 'Logan']
const family = ['Adler', 'Bishop', 'Carver', 'Dalton', 'Ellery', 'Foster', 'Granger', 'Hale', 'Irving', 'Joyce']

/** A company's properties under the sample names of a sales demo, in the order of these. */
export const demoProperties = <T extends Named>(properties: readonly T[]): T[] => renamed(properties, first, kinds)

/** A company's agents under the sample names of a sales demo, in the order of these. */
export const demoAgents = <T extends Named>(agents: readonly T[]): T[] => renamed(agents, given, family)

// By the order of the ids, so that everybody of a company sees the same name and no real one shows through its place in a list.
function renamed<T extends Named>(things: readonly T[], words: readonly string[], more: readonly string[]): T[] {
  return [...things]
    .sort((a, b) => a.id - b.id)
    .map((thing, index) => ({ ...thing, name: sampleName(index, words, more) }))
    .sort((a, b) => compareNames(a.name, b.name) || a.id - b.id)
}

function sampleName(index: number, words: readonly string[], more: readonly string[]): string {
  const round = Math.floor(index / words.length)
  const again = Math.floor(round / more.length)
  const name = `${words[index % words.length]} ${more[((index % words.length) + round) % more.length]}`
  return again === 0 ? name : `${name} ${again + 1}`
}
