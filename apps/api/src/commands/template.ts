import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { entityNames, entityOf, exampleRecord } from '@leaselight/contract'
import { CliError } from '../console/console'

/**
 * Writes a CSV file for each entity of the data contract, with its header and one example line. Returns the folder. Throws
 * a CliError when the folder is not empty: existing files are not overwritten.
 */
export async function writeTemplates(path: string): Promise<string> {
  const directory = resolve(path)
  await mkdir(directory, { recursive: true })
  if ((await readdir(directory)).length > 0)
    throw new CliError(`The folder ${directory} is not empty. Name a new one for the templates.`)
  for (const entity of entityNames) {
    const columns = Object.keys(entityOf(entity).fields)
    const example = exampleRecord(entity)
    const lines = [columns, columns.map((column) => cell(example[column]))].map((cells) => `${cells.join(',')}\n`)
    await writeFile(join(directory, `${entity}.csv`), lines.join(''))
  }
  return directory
}

function cell(value: unknown): string {
  if (value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
