import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/leaselight')
/** Written by npm whenever it installs something. */
const INSTALLED = 'node_modules/.package-lock.json'
/** Bundles made by another version of this file, or for another Node, are made anew. */
const version = createHash('sha256')
  .update(readFileSync(new URL(import.meta.url)))
  .update(process.version)
  .digest('hex')

/**
 * @param {string} entry the absolute path of a TypeScript file
 * @returns {Promise<string | undefined>} the path of one JavaScript file with all of this project that it needs, made anew
 * when one of them has changed; undefined where nothing may be written
 */
export async function bundleOf(entry) {
  const path = join(cache, `${createHash('sha256').update(entry).digest('hex').slice(0, 16)}.mjs`)
  if (isFresh(path)) return path
  const { marks, files } = await made(entry, path)
  try {
    mkdirSync(cache, { recursive: true })
    for (const { path, contents } of files) put(path, contents)
    // Last: who finds it finds the others.
    put(`${path}.json`, JSON.stringify({ version, marks }))
    return path
  } catch {
    // A read-only disk or a full one: it runs all the same, only later.
    return undefined
  }
}

/** Whether it was made from the files as they are now, judged by their sizes and times. */
function isFresh(path) {
  try {
    const made = JSON.parse(readFileSync(`${path}.json`, 'utf8'))
    return made.version === version && Object.entries(made.marks).every(([file, mark]) => markOf(file) === mark)
  } catch {
    return false
  }
}

function markOf(file) {
  const { mtimeMs, size } = statSync(join(root, file))
  return `${mtimeMs} ${size}`
}

/** Other processes may be reading it. */
function put(path, content) {
  const own = `${path}.${process.pid}`
  writeFileSync(own, content)
  renameSync(own, path)
}

async function made(entry, path) {
  const { build } = await import('esbuild')
  const begun = Date.now()
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [ownFilesOnly],
  })
  // What npm installed is named by its path, which another version may not have.
  const files = [...Object.keys(metafile.inputs), INSTALLED].filter((file) => existsSync(join(root, file)))
  const marks = Object.fromEntries(files.map((file) => [file, markOf(file)]))
  // Written while it was read: what the bundle has of it isn't known.
  if (files.some((file) => statSync(join(root, file)).mtimeMs > begun)) marks[files[0]] = ''
  return { marks, files: outputFiles }
}

/** What npm installed stays where it is. */
const ownFilesOnly = {
  name: 'own files only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData, ...from }) => {
      if (kind === 'entry-point' || pluginData === 'asked') return undefined
      const found = await build.resolve(path, { ...from, kind, pluginData: 'asked' })
      if (found.external || found.errors.length > 0 || !found.path.includes('/node_modules/')) return found
      return { path: pathToFileURL(found.path).href, external: true }
    })
    // A file finds what lies beside it from where it is, not from where the bundle is.
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }))
  },
}
