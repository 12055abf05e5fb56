import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const WORD_LIMIT = 1_500
/** `npm run docs` writes these from the code, as long as the code makes them. */
const generated = new Set(['docs/configuration.md', 'docs/data-contract.md', 'docs/metrics.md'])
const folders = ['apps', 'bench', 'deploy', 'docs', 'e2e', 'packages', 'reports', 'scripts', 'tests']

const tracked = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))

const pages = tracked('*.md')
const written = pages.filter((page) => page.startsWith('docs/') && !generated.has(page))
const text = (page: string): string => readFileSync(page, 'utf8')
const codeSpans = (page: string): string[] =>
  [...text(page).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, span = '']) => span)

describe.each(pages)('%s', (page) => {
  it('links to files that exist', () => {
    const targets = [...text(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([])
  })

  it('names files that exist', () => {
    const paths = codeSpans(page).filter((span) => new RegExp(`^(${folders.join('|')})/[\\w./*-]+$`).test(span))
    expect(paths.filter((path) => (path.includes('*') ? tracked(path).length === 0 : !existsSync(path)))).toEqual([])
  })

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
    const commands = [...text(page).matchAll(/npm run ([\w:-]+)(?! -w)(?=[^\w:-])(?!.* -w @)/g)].map(
      ([, name = '']) => name,
    )
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe.each(written)('%s', (page) => {
  it('names symbols and settings that the code has', () => {
    const names = codeSpans(page).filter((span) =>
      /^[a-z]+[A-Z]\w*$|^[A-Z]+[a-z]+[A-Z]\w*$|^[A-Z]+_[A-Z_]+$/.test(span),
    )
    expect(names.filter((name) => !source().includes(name))).toEqual([])
  })

  it(`has at most ${WORD_LIMIT} words`, () => {
    const words = text(page)
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
    expect(words.length).toBeLessThanOrEqual(WORD_LIMIT)
  })

  it('says who it is for and what it enables, and shows an example on the first screen', () => {
    const [, first = ''] = text(page).split(/\n\n+/)
    expect(first).toMatch(/^For (?:new )?(developers|operators|people)/)
    expect(text(page).split('\n').slice(0, 25).join('\n')).toMatch(/^\s*(```|\|)/m)
  })
})

let sourceText: string | undefined
/** All code and settings of the project in one text. */
function source(): string {
  sourceText ??= tracked('*.ts', '*.tsx', '*.json', '*.yaml', '.env.example')
    .filter((file) => !file.endsWith('package-lock.json'))
    .map(text)
    .join('\n')
  return sourceText
}
