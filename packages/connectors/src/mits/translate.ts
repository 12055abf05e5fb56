import { Ids } from '../ids'
import type { ReadCounts, Translation } from '../report'
import { MitsMapper } from './mapper'
import { readProspect } from './read'
import type { MitsSettings } from './settings'
import { prospectsOf } from './xml'

/** Translates a MITS Lead Management file; returns what was read and, where it broke off, why. */
export async function translateMits(
  chunks: AsyncIterable<Uint8Array>,
  settings: MitsSettings,
  { reference, sink, ids = new Ids(), pause }: Translation,
): Promise<{ read: Record<string, ReadCounts>; stopped: string | null }> {
  const mapper = new MitsMapper({ settings, reference, ids, sink })
  let stopped: string | null = null
  const onNote = (note: string) => sink.note('file', 'encoding', note)
  for await (const found of prospectsOf(chunks, onNote)) {
    if (found.kind === 'prospect') mapper.map(readProspect(found.element, found.property))
    else if (found.kind === 'unreadable') {
      mapper.tallies.prospects.read++
      mapper.reject({ line: found.line, id: '', events: [] }, '', found.reason)
    } else {
      stopped = found.line > 1 ? `${found.reason} Everything before line ${found.line} was read.` : found.reason
      if (!found.open) continue
      const open = readProspect(found.open)
      mapper.tallies.prospects.read++
      mapper.tallies.events.read += open.events.length
      mapper.reject(open, '', 'The file breaks off within the prospect.')
    }
    await pause()
  }
  mapper.end()
  return { read: mapper.tallies, stopped }
}
