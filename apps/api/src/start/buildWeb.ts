import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CliError } from '../console/console'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const web = join(root, 'apps/web')
// The build's inputs; other files don't affect it.
const sources = ['apps/web', 'packages/model', 'packages/ui', 'packages/charts', 'reports', 'package-lock.json']
const skipped = new Set(['node_modules', 'dist', '.git'])

/** Builds the web application unless the existing build is newer than all its inputs. */
export async function buildWeb(onBuild: () => void): Promise<void> {
  const built = await changedAt(join(web, 'dist/index.html'))
  const changes = await Promise.all(sources.map((source) => newestIn(join(root, source))))
  if (built > Math.max(...changes)) return
  onBuild()
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const output: Buffer[] = []
  const builder = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web })
  builder.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  builder.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    builder.once('error', reject)
    builder.once('close', resolve)
  })
  if (code !== 0) throw new CliError(`The web application could not be built:\n${Buffer.concat(output)}`)
}

/** When anything under the path was last changed, in epoch ms; 0 when nothing is there. */
async function newestIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return 0
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs
  const names = (await readdir(path)).filter((name) => !skipped.has(name))
  return Math.max(0, ...(await Promise.all(names.map((name) => newestIn(join(path, name))))))
}

const changedAt = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
