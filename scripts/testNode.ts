import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs tests under another version of Node, whose binary comes from the registry: `npm run test:node -- 24 [FILE...]`.
 * Without files it runs those that touch what differs between versions: a real start and stop, both embedded stores, HTTP,
 * streams, PDF and mail.
 */
const VERSIONS = ['20', '22', '24']
const FILES = [
  'apps/api/src/testing/processes.test.ts',
  'apps/api/src/server.test.ts',
  'apps/api/src/http',
  'apps/api/src/reports/export',
  'apps/api/src/sharing/deliveries/deliver.test.ts',
  'apps/api/src/account/singleSignOn',
  'packages/facts/src/client',
  'packages/state/src/store',
  'packages/files',
]

const [version = '', ...files] = process.argv.slice(2)
if (!VERSIONS.includes(version)) {
  process.stderr.write(`Name a version: npm run test:node -- ${VERSIONS.join('|')} [FILE...]\n`)
  process.exit(1)
}

const folder = join(tmpdir(), `leaselight-node-${version}`)
const binaries = `node-${process.platform}-${process.arch}`
const node = join(folder, 'node_modules', binaries, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
if (!existsSync(node)) {
  mkdirSync(folder, { recursive: true })
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${binaries}@${version}`])
}
await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...(files.length > 0 ? files : FILES)])

/** Ends this process when the command fails. */
function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit', env: { UV_THREADPOOL_SIZE: '16', ...process.env } })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      process.exit(1)
    })
    child.once('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)))
  })
}
