import type { Facts, QueryOptions } from '@leaselight/facts'
import { propertiesBehind } from '@leaselight/model'
import type { Directory } from './directory'
import { NotFound } from './errors'
import { notCounted } from './select'
import { idList, render, sql } from './sql'

/** Where the recording of a call lies; NotFound where there is none, or where the viewer may not hear it. */
export async function readRecording(
  facts: Facts,
  who: Directory,
  callId: number,
  options: QueryOptions,
): Promise<string> {
  const companyId = who.company.id
  const properties = propertiesBehind('call-transcripts', who.properties)
  const { text, params } = render(sql`
SELECT recording_url FROM calls FINAL
WHERE company_id = ${companyId} AND id = ${callId} AND property_id IN ${idList(properties.map(({ id }) => id))}
  AND prospect_id NOT IN (${notCounted(companyId)})`)
  const [call] = await facts.query<{ recording_url: string }>(text, params, options)
  if (!call?.recording_url) throw new NotFound('There is no such recording.')
  return call.recording_url
}
