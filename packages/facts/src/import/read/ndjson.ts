import { StringDecoder } from 'node:string_decoder'
import type { RawRecord } from './source'

/** A line longer than this is no record; reading on would fill the memory. */
const MAX_LINE = 64 << 20

/** Reads one JSON object a line, a bunch of lines at a time. */
export async function* readNdjson(chunks: AsyncIterable<Buffer>): AsyncIterable<RawRecord[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let line = 0
  let isSkipping = false
  for await (const chunk of chunks) {
    let text = decoder.write(chunk)
    if (line === 0 && rest === '' && text.charCodeAt(0) === 0xfeff) text = text.slice(1)
    const records: RawRecord[] = []
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const body = rest + text.slice(start, end)
      rest = ''
      start = end + 1
      line++
      // The end of a line that was given up.
      if (isSkipping) isSkipping = false
      else addRecord(records, line, body)
    }
    if (!isSkipping) rest += text.slice(start)
    if (rest.length > MAX_LINE) {
      records.push({ line: line + 1, value: undefined, unreadable: 'The line is too long.' })
      rest = ''
      isSkipping = true
    }
    yield records
  }
  const records: RawRecord[] = []
  if (!isSkipping) addRecord(records, line + 1, rest + decoder.end())
  yield records
}

function addRecord(records: RawRecord[], line: number, body: string): void {
  try {
    records.push({ line, value: JSON.parse(body) })
  } catch {
    // Tried first and looked at afterwards: nearly every line is good.
    if (body.trim()) records.push({ line, value: undefined, unreadable: 'The line is not JSON.' })
  }
}
