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
/** Words that comments don't need: say who does what, in American spelling. */
const commentRiddles = [
  ...riddles,
  'behaviours?',
  'colours?',
  'disguised?',
  'doings',
  'everybody',
  'grey',
  'neighbours?',
  'reckon\\w*',
  'somebody',
]

const generated = new Set(['docs/configuration.md', 'docs/data-contract.md', 'docs/metrics.md'])
const tracked = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file) && !file.endsWith('words.test.ts'))
/** The comments of a source file: whole lines, and what follows code on its line. */
const commentsOf = (text: string): string => (text.match(/^\s*(?:\/\/|\{?\/?\*).*|\s\/\/ .*/gm) ?? []).join('\n')
const using = (files: string[], words: readonly string[], flags = '', partOf = (text: string) => text): string[] => {
  const pattern = new RegExp(`\\b(?:${words.join('|')})\\b`, flags)
  return files.flatMap((file) => {
    const [found] = pattern.exec(partOf(readFileSync(file, 'utf8'))) ?? []
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

  it('has no riddles in comments of folders that are clean of them', () => {
    const folders = [
      'apps/api/src/graphql',
      'apps/api/src/operations',
      'apps/api/src/reports',
      'apps/api/src/testing',
      'apps/crm',
      'bench',
      'e2e',
      'packages/charts',
      'packages/contract',
      'packages/engine',
      'packages/facts/src/client',
      'packages/facts/src/cluster',
      'packages/facts/src/copy',
      'packages/facts/src/erase',
      'packages/facts/src/tables',
      'packages/files',
      'packages/model',
      'packages/sample',
      'packages/state',
      'packages/ui',
      'reports',
      'scripts',
      'tests',
    ]
    const code = tracked(...folders.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`]))
    expect(using(code, commentRiddles, 'i', commentsOf)).toEqual([])
  })
})
