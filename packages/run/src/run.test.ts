import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN } from '.'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaselight-run-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const outputOf = async (...args: string[]) =>
  (await run(process.execPath, [RUN, join(folder, 'main.ts'), ...args])).stdout

test('runs a file with its arguments, and sees each change of what it imports', async () => {
  await write(
    'main.ts',
    `import { word } from './word'\nconst said: string = word\nconsole.log(said, process.argv.slice(2).join())`,
  )
  await write('word.ts', `export const word = 'first'`)
  expect(await outputOf('a', 'b')).toBe('first a,b\n')
  expect(await outputOf()).toBe('first \n')
  await write('word.ts', `export const word = 'second'`)
  expect(await outputOf()).toBe('second \n')
})

test('a file finds its neighbors, and an error names the line that was written', async () => {
  await write('word.ts', `export const word = new URL('word.ts', import.meta.url).pathname`)
  expect(await outputOf()).toBe(`${join(folder, 'word.ts')} \n`)
  await write('word.ts', `export const word: string = 'x'\n\nif (word) throw new Error('broken')`)
  await expect(outputOf()).rejects.toThrow(/word\.ts:3:\d+/)
})
