import { plural } from '@leaselight/model'
import { factsOf, notesOf } from '../document'
import { type Letter, tableOfMail, tilesOf } from './letter'

/** The letter for readers that show no HTML; it says the same. */
export function mailText(letter: Letter): string {
  const { heading, company, sender, note, warnings, told, document, pictures, link, files, why, unsubscribeUrl } =
    letter
  const blocks: string[][] = [[heading, company], [...warnings]]
  if (note) blocks.push([`${sender} writes:`, ...note.split('\n').map((line) => `> ${line}`)])
  if (document) {
    blocks.push(
      tilesOf(document).map(({ label, value, change, was }) => {
        const compared = [change, was].filter(Boolean).join(', ')
        return `${label}: ${value}${compared ? ` (${compared})` : ''}`
      }),
    )
    if (told.length > 0)
      blocks.push([
        'What changed',
        ...told.map(({ sentence, explanation }) => `- ${[sentence, explanation].filter(Boolean).join(' ')}`),
      ])
    blocks.push(pictures.map(({ title }) => title))
    const table = tableOfMail(document)
    if (table) {
      const line = ([name = '', ...cells]: string[]) =>
        `${name}: ${cells.map((cell, index) => `${table.header[index + 1]} ${cell}`).join(', ')}`
      blocks.push([...table.rows.map(line), ...(table.more > 0 ? [`and ${plural(table.more, 'more row')}`] : [])])
    }
    blocks.push(factsOf(document).map(({ label, text }) => `${label}: ${text}`))
    blocks.push(notesOf(document))
  }
  if (link) blocks.push([`${link.label}: ${link.url}`])
  if (files.length > 0) blocks.push([`Attached: ${files.join(', ')}`])
  blocks.push([why, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])])
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}
