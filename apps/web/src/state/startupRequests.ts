import { rolesWithoutProfile } from '@leaselight/model'
import type { PlainRequest } from '../api/earlyResponses'
import { GRAPHQL, operation } from '../api/requestInit'

const gatedListNames = [
  'properties',
  'toursGatedProperties',
  'callIntelGatedProperties',
  'callTranscriptGatedProperties',
  'aiGatedProperties',
  'aiEmailGatedProperties',
  'aiChatGatedProperties',
  'aiSmsGatedProperties',
  'callIntelStandaloneProperties',
]

/** What start-up asks for, by GraphQL. */
export const queries = {
  user: 'query UserData { userData { userId username email fullname role groupIds companyId propertyIds } }',
  agents: 'query AllAgents { allAgents { id agentId companyId propertyIds name isDeleted } }',
  company:
    'query Company { company { id name isDeleted lmaAccess timeZone today featureFlags { key value } banners { type message } } }',
  properties:
    'query AllProperties { allProperties { id name address owningManagerId timeZone leasingTeamId attributes { id key value } } }',
  lists: `query GetGatedProperties { getGatedProperties { ${gatedListNames.map((list) => `${list} { id name }`).join(' ')} } }`,
  sources:
    'query MarketingSources($propertyIds: [Int]) { marketingSources(propertyIds: $propertyIds) { id source parent isPaid attributes { key value } } }',
  attributes: 'query getCustomAttributes { getCustomAttributes { attributeKey attributeValueList } }',
}

/** Where the setup of a company is read. */
export const SETUP = '/api/setup'

/** Where the user's profile is. */
export const PROFILE = '/api/profile'

/** The variables of `queries.sources`: of some properties, or of all. */
export const sourcesOf = (propertyIds: readonly number[]) => ({
  propertyIds: propertyIds.length > 0 ? [...propertyIds] : null,
})

/** Every request of `loadStartup`, for a user of this role. */
export function startupRequests(role: string): PlainRequest[] {
  const asked = Object.entries(queries).map(([name, query]) => ({
    path: GRAPHQL,
    body: operation(query, name === 'sources' ? sourcesOf([]) : {}),
  }))
  return rolesWithoutProfile.includes(role) ? asked : [...asked, { path: PROFILE }]
}
