import { parseArgs } from 'node:util'
import { DEFAULT_PROPERTIES, requestedFacts, sampleInstant } from './portfolio/generate'
import { writePortfolio } from './portfolio/write'

const USAGE = 'npm run sample -- [--properties N] [--facts M] [--seed S] [--now ISO] [--base-url URL] DIR'

const print = (text: string) => process.stderr.write(text)

/** Exits with an error message and the usage; nothing is written. */
function fail(reason: string): never {
  print(`${reason}\n${USAGE}\n`)
  process.exit(2)
}

/** A whole number from the command line. */
function parseWhole(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(value) || value < 1 || value > 1e9)
    fail(`--${name} takes a whole number above 0, not "${text}".`)
  return value
}

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        properties: { type: 'string' },
        facts: { type: 'string' },
        seed: { type: 'string' },
        now: { type: 'string' },
        'base-url': { type: 'string' },
      },
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const { values, positionals } = parseArguments()
const [dir] = positionals
if (!dir || positionals.length > 1) fail('Name one folder to write to.')
const properties = parseWhole('properties', values.properties, DEFAULT_PROPERTIES)
const facts = parseWhole('facts', values.facts, requestedFacts({ properties }))
const now = values.now === undefined ? sampleInstant(new Date()) : new Date(values.now)
if (Number.isNaN(now.getTime())) fail(`--now takes an ISO instant, not "${values.now}".`)

const thousands = (count: number) => Math.round(count).toLocaleString('en-US')
let shown = 0
const written = await writePortfolio(
  dir,
  { seed: values.seed, now, properties, facts, baseUrl: values['base-url'] },
  ({ rows, expected, seconds }) => {
    // A few updates per second are enough.
    if (!process.stderr.isTTY || seconds - shown < 0.2) return
    shown = seconds
    const done = Math.min(1, rows / expected)
    const bar = '█'.repeat(Math.round(done * 24)).padEnd(24, '░')
    const left = done > 0 ? Math.round((seconds / done) * (1 - done)) : 0
    print(
      `\r${bar} ${Math.round(done * 100)}%  ${thousands(rows)} rows  ${thousands(rows / seconds)}/s  ${left} s left  `,
    )
  },
)
if (process.stderr.isTTY) print('\n')
for (const [entity, count] of Object.entries(written.counts))
  print(`${entity.padEnd(14)}${thousands(count).padStart(14)}\n`)
print(
  `${thousands(written.rows)} rows in ${written.seconds.toFixed(1)} s (${thousands(written.rows / written.seconds)} a second) in ${dir}\n`,
)
