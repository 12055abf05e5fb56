import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportByPath, reports } from '@leaselight/reports'

/** A file of the built web application in Vite's manifest, by its module. */
interface Built {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Built>>

/** What every report's page loads beyond the first scripts, as the build names it (`apps/web/vite.config.ts`). */
const REPORT_PARTS = 'report'
/** What shows a report that has a view of its own. */
const OWN_PAGE = 'src/report/OwnPage.tsx'

/**
 * Finds what the page of an address loads beyond the scripts of all pages. Named in the page, a browser fetches it beside
 * those scripts, instead of after they ran.
 * @param directory the built web application
 * @returns `<link>` elements for an address with its query; '' for what is no report, and for a build without a manifest
 */
export function preloadsIn(directory: string): (url: string) => string {
  const path = join(directory, '.vite', 'manifest.json')
  if (!existsSync(path)) return () => ''
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  const modulesOf = (keep: (module: string, built: Built) => boolean) =>
    Object.entries(manifest).flatMap(([module, built]) => (keep(module, built) ? [module] : []))
  const first = filesOf(
    manifest,
    modulesOf((_, { isEntry }) => isEntry === true),
  )
  const links = new Map(
    reports.map(({ key }) => {
      const view = modulesOf((module) => module.endsWith(`/reports/${key}/view.tsx`))
      const parts = modulesOf((module, { name }) => name === REPORT_PARTS || (view.length > 0 && module === OWN_PAGE))
      const files = [...filesOf(manifest, [...parts, ...view])].filter((file) => !first.has(file))
      return [key, files.map(linkTo).join('')]
    }),
  )
  return (url) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const report = pathname === '/' ? startPage : reportByPath(pathname, searchParams.get('view') ?? undefined)
    return (report && links.get(report.key)) ?? ''
  }
}

/** Most people's start page: the first report pinned above the sections. */
const startPage = reports
  .filter(({ pinned }) => pinned !== undefined)
  .sort((a, b) => (a.pinned ?? 0) - (b.pinned ?? 0))
  .at(0)

/** The scripts and styles of some modules and of all that these import. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const files = new Set<string>()
  const add = (module: string): void => {
    const built = manifest[module]
    if (!built || seen.has(module)) return
    seen.add(module)
    for (const file of [built.file, ...(built.css ?? [])]) files.add(file)
    for (const imported of built.imports ?? []) add(imported)
  }
  for (const module of modules) add(module)
  return files
}

/** Requested as the build's own code requests it: otherwise the browser would fetch it twice. */
const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
    : `<link rel="modulepreload" crossorigin href="/${file}" />`
