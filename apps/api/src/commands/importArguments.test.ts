import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImportArguments } from './importArguments'

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-arguments-'))
  await writeFile(at('leads.xml'), '<LeadManagement/>')
  await writeFile(at('map.json'), '{"properties": {}}')
})
afterAll(() => rm(folder, { recursive: true }))

test('a folder, a MITS file and a table are read from one command line', async () => {
  expect(await readImportArguments([folder, '--strict'])).toEqual({
    input: { kind: 'folder', directory: folder, dry_run: false, max_rejected: '0' },
    rejectionPath: 'import-rejections.ndjson',
  })
  const mapping = '{"properties": {}}'
  expect(await readImportArguments(['mits', at('leads.xml'), '--property-map', at('map.json')])).toEqual({
    input: { kind: 'mits', file: at('leads.xml'), mapping, dry_run: false },
    rejectionPath: 'import-rejections.ndjson',
  })
  const csv = [
    'csv',
    at('leads.xml'),
    '--mapping',
    at('map.json'),
    '--dry-run',
    '--max-rejected',
    '1.5%',
    '--rejections',
    'here.ndjson',
  ]
  expect(await readImportArguments(csv)).toEqual({
    input: { kind: 'csv', file: at('leads.xml'), mapping, dry_run: true, max_rejected: '1.5%' },
    rejectionPath: 'here.ndjson',
  })
})

test.each([
  [[], /^Name one folder to import\.\nnpm run import -- DIR/],
  [['one', 'two'], /^Name one folder to import\./],
  [['--wings', 'here'], /^Unknown option '--wings'.*\nnpm run import/s],
  [['nowhere'], /^There is no folder .*nowhere\.$/],
  [['.', '--max-rejected', 'few'], /^--max-rejected must be a number such as 20 or a share such as 1%\./],
  [['.', '--max-rejected', '1', '--strict'], /^--strict and --max-rejected exclude each other\./],
  [['mits', 'leads.xml'], /^npm run import -- DIR/],
  [['mits', '--property-map', 'map.json'], /^npm run import -- DIR/],
  [['csv', 'leads.xml', '--property-map', 'map.json'], /^npm run import -- DIR/],
  [['mits', 'a.xml', 'b.xml', '--property-map', 'map.json'], /^npm run import -- DIR/],
  [['mits', 'a.xml', '--property-map', 'map.json', '--mappings'], /^Unknown option/],
  [['mits', 'absent.xml', '--property-map', 'map.json'], /^There is no file .*absent\.xml\.$/],
])('%j is refused with a sentence or the usage', async (args, message) => {
  await expect(readImportArguments(args)).rejects.toThrow(message)
})
