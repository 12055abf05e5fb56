import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const modules = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'esm')
const index = readFileSync(join(modules, 'index.mjs'), 'utf8')
const STYLE = '.module.mjs'

it('imports the style sheet of every Mantine component in use, and no other', () => {
  const needed = new Set<string>()
  const seen = new Set<string>()
  /** A component's own style sheet and those of the components it is made of. */
  const collect = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    if (file.endsWith(STYLE)) needed.add(file.slice(file.lastIndexOf('/') + 1, -STYLE.length))
    else
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
        if (existsSync(join(dirname(file), from))) collect(join(dirname(file), from))
  }
  for (const name of componentsInUse()) {
    const [, from = ''] = index.match(new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`)) ?? []
    expect(from, `${name} is no component of Mantine`).not.toBe('')
    collect(join(modules, from))
  }
  const own = readFileSync(new URL('./styles.ts', import.meta.url), 'utf8')
  const imported = [...own.matchAll(/styles\/([A-Z]\w*)\.css/g)].map(([, name]) => name)
  expect(imported.sort()).toEqual([...needed].sort())
})

/** Every component that our sources, or Mantine's own calendar, import from `@mantine/core`; types have no styles. */
function componentsInUse(): Set<string> {
  const folders = ['apps/web/src', 'packages/ui/src', 'reports', 'node_modules/@mantine/dates/esm']
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx|mjs)$/.test(name) && !name.startsWith('node_modules'))
      .map((name) => join(folder, name)),
  )
  const names = new Set<string>()
  for (const source of sources)
    for (const [, list = ''] of readFileSync(join(root, source), 'utf8').matchAll(
      /import \{([^}]*)\} from ['"]@mantine\/core['"]/g,
    ))
      for (const name of list.split(',').map((part) => part.trim()))
        if (/^[A-Z]/.test(name)) names.add(name.split(' ')[0] ?? '')
  return names
}
