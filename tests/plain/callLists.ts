import { type CommunicationFacts, callsOf, ms } from './communication'
import { within } from './question'

/** The calls of the current period one by one, newest first; for transcripts with the search matches. */
export function plainCallList(facts: CommunicationFacts, ofTranscripts: boolean): Record<string, unknown>[] {
  const { records, question, wallOf, personOf } = facts
  const agentOf = (id: number | undefined) => records.agents.find((one) => one.id === id)
  const said = new Map(
    records.transcripts.filter(({ deleted }) => !deleted).map((one) => [one.thread_id, one.utterances]),
  )
  return callsOf(facts, 'call-transcripts')
    .filter((one) => within(wallOf(one.started_at, one.property_id).day, question.current))
    .sort((a, b) => ms(b.started_at) - ms(a.started_at) || a.id - b.id)
    .flatMap((one): Record<string, unknown>[] => {
      const person = personOf(one.prospect_id)
      const lines = one.thread_id === undefined ? undefined : said.get(one.thread_id)
      const shared = {
        key: `record:${one.id}`,
        propertyId: one.property_id,
        agentId: one.agent_id ?? null,
        agent: agentOf(one.agent_id)?.name ?? 'Unassigned',
        caller: one.caller_name || `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim() || null,
        duration: one.duration_seconds,
      }
      const known = { ...shared, agentId: agentOf(one.agent_id) ? shared.agentId : null }
      const status = {
        'prospect-first-call': 'First Call',
        'prospect-return-call': 'Return Call',
        resident: 'Resident',
        other: 'Other',
      }[one.caller_type]
      if (!ofTranscripts)
        return [
          {
            ...known,
            at: ms(one.started_at),
            phone: one.caller_phone ?? null,
            callerType: status,
            direction: one.direction === 'inbound' ? 'Inbound' : 'Outbound',
            source: one.source?.trim() || 'Unknown',
            outcome: {
              answered: 'Answered',
              missed: 'Missed',
              voicemail: 'Voicemail',
              'requested-text': 'Requested text',
            }[one.outcome],
            threadId: lines ? one.thread_id : null,
          },
        ]
      if (!lines) return []
      const search = question.search.trim().toLowerCase()
      const matching = lines.filter(({ transcript }) => transcript.toLowerCase().includes(search))
      const [match] = matching
      if (!match) return []
      // Without words to look for, what the greeting is answered with.
      const shown = search === '' && lines[1]?.transcript ? lines[1] : match
      return [
        {
          ...known,
          date: wallOf(one.started_at, one.property_id).day,
          at: ms(one.started_at),
          callerStatus: status,
          threadId: one.thread_id,
          streamId: one.stream_id ?? null,
          mentions: search === '' ? 0 : matching.length,
          excerpt: excerptOf(shown.transcript, search),
        },
      ]
    })
}

/** Sixty characters on either side of the match. */
function excerptOf(line: string, search: string): string {
  const at = line.toLowerCase().indexOf(search)
  const [from, to] = [Math.max(0, at - 60), at + search.length + 60]
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}
