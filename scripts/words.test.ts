import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Names that the project had and renamed to the field's terms. */
const formerNames = [
  'Answering',
  'RecordKind',
  'RecordSet',
  'awaitedFacts',
  'awaitedState',
  'byHand',
  'eraseAgain',
  'everyDoor',
  'freeLeases',
  'notHeardOf',
  'openapiTake',
  'readKeptState',
  'setsFor',
  'takeToken',
  'underFlags',
]
/** Words that read like riddles in written docs; say what happens instead. */
const riddles = ['foreign file', 'lest', 'little world', "nobody's", 'whoever', 'whomever']

const generated = new Set(['docs/configuration.md', 'docs/data-contract.md', 'docs/metrics.md'])
const tracked = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file) && !file.endsWith('words.test.ts'))
const using = (files: string[], words: readonly string[], flags = ''): string[] => {
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, flags)
  return files.flatMap((file) => {
    const [found] = pattern.exec(readFileSync(file, 'utf8')) ?? []
    return found ? [`${file}: ${found}`] : []
  })
}

describe('the project', () => {
  it('uses no former names', () => {
    expect(using(tracked('*.ts', '*.tsx', '*.md'), formerNames)).toEqual([])
  })

  it('has no riddles in its docs', () => {
    const pages = tracked('docs/*.md', 'README.md').filter((page) => !generated.has(page))
    expect(using(pages, riddles, 'i')).toEqual([])
  })

  it('has no riddles in code that is clean of them', () => {
    const folders = ['e2e', 'bench', 'scripts', 'apps/crm/src/auth', 'packages/contract', 'packages/model/src/report']
    const code = tracked(...folders.map((folder) => `${folder}/*.ts`))
    expect(using(code, riddles, 'i')).toEqual([])
  })
})
