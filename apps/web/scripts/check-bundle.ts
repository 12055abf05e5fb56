import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** The largest size, gzipped, of the script that must load before the first page appears. Charts load later. */
const LIMIT = 250_000

interface Chunk {
  file: string
  imports?: string[]
}

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))

// The entry's imports and their imports: everything the browser needs before anything runs.
function reached(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of manifest[name]?.imports ?? []) reached(next, seen)
  return seen
}

const sizes = [...reached('index.html')]
  .map((name) => manifest[name]?.file)
  .filter((file): file is string => file?.endsWith('.js') ?? false)
  .map((file) => ({ file, size: gzipSync(readFileSync(dist + file)).length }))
const total = sizes.reduce((sum, { size }) => sum + size, 0)
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

process.stdout.write(
  `${sizes.map(({ file, size }) => `${kilobytes(size).padStart(9)}  ${file}`).join('\n')}\nFirst load: ${kilobytes(total)} of ${kilobytes(LIMIT)} gzipped script.\n`,
)
if (total > LIMIT) process.exitCode = 1
