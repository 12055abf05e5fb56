import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CliError } from '../console/console'
import type { OperatorFeedInput } from '../feeds/operatorFeeds'
import { feedBody } from '../feeds/shapes'

const USAGE = `npm run feed -- list [--company ID]
npm run feed -- add FEED.json --company ID
npm run feed -- run|key|pause|resume NAME [--company ID]`

const usage = (problem?: string): CliError => new CliError(problem === undefined ? USAGE : `${problem}\n${USAGE}`)

/** Reads the command line and the file it names. Throws a CliError with a sentence, or how the command is used. */
export async function readFeedArguments(args?: string[]): Promise<OperatorFeedInput> {
  const { values, positionals } = parse(args)
  const [action, name, ...more] = positionals
  const company = values.company === undefined ? undefined : Number(values.company)
  if (company !== undefined && !(Number.isSafeInteger(company) && company > 0))
    throw usage('--company must be the id of a company.')
  const ofCompany = company === undefined ? {} : { company }
  if (more.length > 0) throw usage()
  switch (action) {
    case 'list':
      if (name !== undefined) throw usage()
      return { action, ...ofCompany }
    case 'add':
      if (name === undefined || company === undefined) throw usage()
      return { action, company, feed: await readFeedFile(name) }
    case 'run':
    case 'key':
    case 'pause':
    case 'resume':
      if (name === undefined) throw usage()
      return { action, name, ...ofCompany }
    default:
      throw usage()
  }
}

async function readFeedFile(path: string) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new CliError(`There is no file ${path}.`)
  })
  const parsed = feedBody.safeParse(parseJson(text, path))
  if (parsed.success) return parsed.data
  throw new CliError(`${path}: ${parsed.error.issues[0]?.path.join('.') || 'the file'} is missing or not right.`)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`${path} is not JSON.`)
  }
}

function parse(args: string[] | undefined) {
  try {
    return parseArgs({ ...(args && { args }), allowPositionals: true, options: { company: { type: 'string' } } })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}
