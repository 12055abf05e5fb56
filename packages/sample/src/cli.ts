import { parseArgs } from 'node:util'
import { DEFAULT_PROPERTIES, factsOf } from './portfolio/generate'
import { writePortfolio } from './portfolio/write'

const USAGE = 'npm run sample -- [--properties N] [--facts M] [--seed S] [--now ISO] [--base-url URL] DIR'

const say = (text: string) => process.stderr.write(text)

/** Ends with a sentence and the usage; nothing was written. */
function refuse(reason: string): never {
  say(`${reason}\n${USAGE}\n`)
  process.exit(2)
}

/** A whole number from the command line. */
function whole(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(value) || value < 1 || value > 1e9)
    refuse(`--${name} takes a whole number above 0, not "${text}".`)
  return value
}

function read() {
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
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { values, positionals } = read()
const [dir] = positionals
if (!dir || positionals.length > 1) refuse('Name one folder to write to.')
const properties = whole('properties', values.properties, DEFAULT_PROPERTIES)
const facts = whole('facts', values.facts, factsOf({ properties }))
const now = values.now === undefined ? new Date() : new Date(values.now)
if (Number.isNaN(now.getTime())) refuse(`--now takes an ISO instant, not "${values.now}".`)

const thousands = (count: number) => Math.round(count).toLocaleString('en-US')
let shown = 0
const written = await writePortfolio(
  dir,
  { seed: values.seed, now, properties, facts, baseUrl: values['base-url'] },
  ({ rows, expected, seconds }) => {
    // A few times a second is enough for an eye.
    if (!process.stderr.isTTY || seconds - shown < 0.2) return
    shown = seconds
    const done = Math.min(1, rows / expected)
    const bar = '█'.repeat(Math.round(done * 24)).padEnd(24, '░')
    const left = done > 0 ? Math.round((seconds / done) * (1 - done)) : 0
    say(
      `\r${bar} ${Math.round(done * 100)} %  ${thousands(rows)} rows  ${thousands(rows / seconds)}/s  ${left} s left  `,
    )
  },
)
if (process.stderr.isTTY) say('\n')
for (const [entity, count] of Object.entries(written.counts))
  say(`${entity.padEnd(14)}${thousands(count).padStart(14)}\n`)
say(
  `${thousands(written.rows)} rows in ${written.seconds.toFixed(1)} s (${thousands(written.rows / written.seconds)} a second) in ${dir}\n`,
)
