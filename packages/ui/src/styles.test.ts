import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const modules = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'esm')
const index = readFileSync(join(modules, 'index.mjs'), 'utf8')
const STYLE = '.module.mjs'

const SHEET = /styles\/([A-Z]\w*)\.css/g

it('imports the style sheet of every Mantine component in use, and no other', () => {
  const atStart = sheetsIn(readFileSync(new URL('./styles.ts', import.meta.url), 'utf8'))
  const used = new Set<string>()
  for (const { file, source } of sources()) {
    const needed = new Set(componentsIn(source).flatMap((name) => [...sheetsOf(name, file)]))
    const own = sheetsIn(source)
    for (const sheet of needed) used.add(sheet)
    const missing = [...needed].filter((sheet) => !atStart.includes(sheet) && !own.includes(sheet))
    const vain = own.filter((sheet) => atStart.includes(sheet) || !needed.has(sheet))
    expect({ file, missing, vain }).toEqual({ file, missing: [], vain: [] })
  }
  expect(atStart.filter((sheet) => !used.has(sheet))).toEqual([])
})

const sheetsIn = (source: string): string[] => [...source.matchAll(SHEET)].flatMap(([, name]) => name ?? [])

const known = new Map<string, ReadonlySet<string>>()

/** A component's own style sheet and those of the components it is made of. */
function sheetsOf(name: string, file: string): ReadonlySet<string> {
  const found = known.get(name) ?? collect(name, file)
  known.set(name, found)
  return found
}

function collect(name: string, file: string): ReadonlySet<string> {
  const [, from = ''] = index.match(new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`)) ?? []
  expect(from, `${name} in ${file} is no component of Mantine`).not.toBe('')
  const sheets = new Set<string>()
  const seen = new Set<string>()
  const visit = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    if (module.endsWith(STYLE)) sheets.add(module.slice(module.lastIndexOf('/') + 1, -STYLE.length))
    else
      for (const [, next = ''] of readFileSync(module, 'utf8').matchAll(/from "(\.[^"]+)"/g))
        if (existsSync(join(dirname(module), next))) visit(join(dirname(module), next))
  }
  visit(join(modules, from))
  return sheets
}

/** Our sources, and those of Mantine's own calendar. */
function sources(): { file: string; source: string }[] {
  return ['apps/web/src', 'packages/ui/src', 'reports', 'node_modules/@mantine/dates/esm'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx|mjs)$/.test(name) && !name.startsWith('node_modules'))
      .map((name) => ({ file: join(folder, name), source: readFileSync(join(root, folder, name), 'utf8') })),
  )
}

/** The components that a source imports from Mantine; types have no styles. */
const componentsIn = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from ['"]@mantine\/core['"]/g)]
    .flatMap(([, list = '']) => list.split(',').map((part) => part.trim().split(' ')[0] ?? ''))
    .filter((name) => /^[A-Z]/.test(name))
