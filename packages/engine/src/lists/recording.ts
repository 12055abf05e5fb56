import type { Facts, QueryOptions } from '@leaselight/facts'
import { propertiesForGate } from '@leaselight/model'
import type { CompanyContext } from '../access/companyContext'
import { NotFound } from '../errors'
import { queryRows } from '../plan/queryRows'
import { idList, sql } from '../plan/sql'
import { excludedProspects } from '../records/conditions'

/** Where the recording of a call is stored; NotFound when there is none, or the viewer may not hear it. */
export async function readRecording(
  facts: Facts,
  companyContext: CompanyContext,
  callId: number,
  options: QueryOptions,
): Promise<string> {
  const companyId = companyContext.company.id
  const properties = propertiesForGate('call-transcripts', companyContext.properties)
  const [call] = await queryRows<{ recording_url: string }>(
    facts,
    sql`
SELECT recording_url FROM calls FINAL
WHERE company_id = ${companyId} AND id = ${callId} AND property_id IN ${idList(properties.map(({ id }) => id))}
  AND prospect_id NOT IN ${excludedProspects({ companyId })}`,
    options,
  )
  if (!call?.recording_url) throw new NotFound('There is no such recording.')
  return call.recording_url
}
