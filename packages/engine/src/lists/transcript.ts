import type { Facts, QueryOptions } from '@leaselight/facts'
import { propertiesForGate } from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import type { Anonymizer } from '../demo/anonymizer'
import { findMentionedPeople } from '../demo/people'
import { NotFound } from '../errors'
import { queryRows } from '../plan/queryRows'
import { idList, raw, type Sql, sql } from '../plan/sql'
import { excludedProspects } from '../records/conditions'

/** What a moment of a call shows. */
export type Annotation =
  | 'greeting'
  | 'name'
  | 'preferences'
  | 'prospectInfo'
  | 'prospectInterest'
  | 'prospectSource'
  | 'followup'

/** A call's transcript. */
export interface Transcript {
  threadId: string
  callId: number
  streamId: string | null
  propertyId: number
  property: string
  agentId: number | null
  agent: string
  caller: string | null
  startedAt: string
  /** The property's zone. */
  timeZone: string
  /** Seconds. */
  duration: number
  recordingUrl: string | null
  /** The index of the utterance that shows it, or null. */
  annotations: Record<Annotation, number | null>
  /** In order; `time` in seconds from the start. */
  utterances: { speaker: string; time: number; transcript: string }[]
}

interface CallRow {
  id: number
  property_id: number
  agent_id: number
  caller: string
  prospect_id: number
  prospect: string
  stream_id: string
  recording_url: string
  started: string
  duration_seconds: number
  utterances: string
  annotations: string
}

/** The utterances in a column of stored transcripts: tuples of speaker, time and what was said. */
export const utterancesSql = (column: string): Sql =>
  raw(`JSONExtract(${column}, 'Array(Tuple(speaker String, time Float64, transcript String))')`)

/** The name of a caller: as sent by the phone network, else the prospect's. */
const CALLER = raw(`if(caller_name != '', caller_name, trimBoth(concat(first_name, ' ', last_name)))`)

/** Reads a call's transcript. Throws NotFound when the viewer may not see its property, product, or prospect. */
export async function readTranscript(
  facts: Facts,
  companyContext: CompanyContext,
  threadId: string,
  options: QueryOptions,
): Promise<Transcript> {
  const companyId = companyContext.company.id
  const properties = propertiesForGate('call-transcripts', companyContext.properties)
  const own = sql`company_id = ${companyId} AND thread_id = ${threadId}`
  const [call] = await queryRows<CallRow>(
    facts,
    sql`
SELECT calls.id AS id, property_id, agent_id, ${CALLER} AS caller, prospect_id,
  trimBoth(concat(first_name, ' ', last_name)) AS prospect, stream_id, recording_url, duration_seconds,
  replaceOne(toString(started_at), ' ', 'T') AS started, utterances, annotations
FROM (SELECT * FROM calls FINAL WHERE ${own} AND thread_id != '' AND property_id IN ${idList(properties.map(({ id }) => id))}
  AND prospect_id NOT IN ${excludedProspects({ companyId })}) AS calls
INNER JOIN (SELECT thread_id, utterances, annotations FROM transcripts FINAL WHERE ${own}) AS said ON said.thread_id = calls.thread_id
LEFT ANY JOIN (SELECT id, first_name, last_name FROM prospects FINAL WHERE company_id = ${companyId}) AS people ON people.id = calls.prospect_id
ORDER BY started_at, id LIMIT 1`,
    options,
  )
  const property = properties.find(({ id }) => id === call?.property_id)
  if (!call || !property) throw new NotFound('There is no such transcript.')
  const agent = companyContext.agents.find(({ id }) => id === call.agent_id)
  const noted: Record<string, number | null> = JSON.parse(call.annotations)
  const at = (name: string): number | null => noted[name] ?? null
  return {
    threadId,
    callId: call.id,
    streamId: call.stream_id || null,
    propertyId: property.id,
    property: property.name,
    agentId: agent?.id ?? null,
    agent: agent?.name ?? 'Unassigned',
    caller: companyContext.anonymizer
      ? companyContext.anonymizer.person(call.prospect_id, call.caller)
      : call.caller || null,
    startedAt: `${call.started}Z`,
    timeZone: property.timeZone,
    duration: call.duration_seconds,
    // Sales demos play no voices either.
    recordingUrl: companyContext.anonymizer ? null : call.recording_url || null,
    annotations: {
      greeting: at('greeting'),
      name: at('name'),
      preferences: at('preferences'),
      prospectInfo: at('prospect_info'),
      prospectInterest: at('prospect_interest'),
      prospectSource: at('prospect_source'),
      followup: at('followup'),
    },
    utterances: companyContext.anonymizer
      ? await anonymizeUtterances(facts, companyContext, companyContext.anonymizer, call, options)
      : JSON.parse(call.utterances),
  }
}

async function anonymizeUtterances(
  facts: Facts,
  who: CompanyContext,
  disguise: Anonymizer,
  { utterances, prospect_id: prospectId, caller, prospect }: CallRow,
  options: QueryOptions,
): Promise<Transcript['utterances']> {
  const said: Transcript['utterances'] = JSON.parse(utterances)
  const lines = said.map(({ transcript }) => transcript)
  const mentioned = await findMentionedPeople(facts, who.company.id, lines, options)
  const people = [{ prospectId, name: caller }, { prospectId, name: prospect }, ...mentioned]
  return said.map(({ speaker, time, transcript }) => ({
    speaker: disguise.speech(speaker, people),
    time,
    transcript: disguise.speech(transcript, people),
  }))
}
