import { compareNames, rolesWithoutProfile } from '@leaselight/model'
import type { Graphql } from '../api/graphql'
import type { Client } from '../api/request'
import { readPayload } from '../session/token'
import type { PropertyLists } from './properties'
import { NothingFound, requireProperties } from './properties'
import { PROFILE, queries, sourcesOf } from './startupRequests'
import type { Agent, Company, CustomAttribute, Profile, Property, Source, User } from './types'

/** All start-up requests share this key, so that they can be made again. */
export const startupKey = ['startup'] as const

/** A part of start-up that the application can do without. */
export type StartupPart = 'agents' | 'company' | 'properties' | 'sources' | 'attributes'

/** What start-up loads. What fails to load is null or empty, and named in `unknown`; only the user is required. */
export interface StartupData {
  user: User
  profile: Profile
  agents: Agent[]
  /** True also when loading them failed. */
  agentsFinished: true
  company: Company | null
  properties: readonly Property[] | null
  lists: PropertyLists | null
  sources: Source[]
  attributes: CustomAttribute[]
  /** What failed to load: that it is empty here says nothing about the company. */
  unknown: StartupPart[]
}

const noProfile: Profile = {
  isDeleted: null,
  email: null,
  firstName: null,
  lastName: null,
  managerId: null,
  phoneNumber: null,
  phoneId: null,
  photo: null,
  timezone: null,
}

export interface StartupServices {
  client: Client
  graphql: Graphql
  log: (message: string, error?: unknown) => void
}

/**
 * Loads everything the application needs to start: user, agents, company, properties, gated lists, sources.
 * Only a missing user stops it; other failures are logged and ignored.
 */
export async function loadStartup(parts: StartupServices, signal: AbortSignal): Promise<StartupData> {
  const { graphql, log } = parts
  const unknown = new Set<StartupPart>()
  const optional = async <T, R>(
    part: StartupPart,
    what: string,
    work: Promise<T>,
    pick: (answer: T) => R,
    otherwise: R,
  ): Promise<R> => {
    try {
      return pick(await work)
    } catch (error) {
      if (!(error instanceof NothingFound)) unknown.add(part)
      if (!signal.aborted) log(`Loading ${what} failed.`, error)
      return otherwise
    }
  }
  const [user, agents, company, properties, lists, sources, attributes] = await Promise.all([
    loadUser(parts, signal),
    optional(
      'agents',
      'agents',
      graphql<{ allAgents: Agent[] }>(queries.agents, { signal }),
      (it) => sortAgents(it.allAgents),
      [],
    ),
    optional(
      'company',
      'the company',
      graphql<{ company: Company }>(queries.company, { signal }),
      (it) => it.company,
      null,
    ),
    optional(
      'properties',
      'properties',
      graphql<{ allProperties: Property[] | null } | null>(queries.properties, { signal, nullWhenEmpty: true }),
      requireProperties,
      null,
    ),
    optional(
      'properties',
      'gated properties',
      graphql<{ getGatedProperties: PropertyLists }>(queries.lists, { signal }),
      (it) => it.getGatedProperties,
      null,
    ),
    optional('sources', 'marketing sources', loadSources(graphql, [], signal), (it) => it, []),
    optional(
      'attributes',
      'custom attributes',
      graphql<{ getCustomAttributes: CustomAttribute[] | null }>(queries.attributes, { signal, errorPolicy: 'all' }),
      (it) => it.getCustomAttributes ?? [],
      [],
    ),
  ])
  return {
    ...user,
    agents,
    agentsFinished: true,
    company,
    properties,
    lists,
    sources,
    attributes,
    unknown: [...unknown],
  }
}

/** The marketing sources of some properties, or of all; by name. */
export async function loadSources(
  graphql: Graphql,
  propertyIds: readonly number[],
  signal: AbortSignal,
): Promise<Source[]> {
  const answer = await graphql<{ marketingSources: Source[] }>(queries.sources, {
    variables: sourcesOf(propertyIds),
    signal,
  })
  return [...answer.marketingSources].sort((a, b) => compareNames(a.source, b.source))
}

async function loadUser(parts: StartupServices, signal: AbortSignal) {
  const token = await parts.client.accessToken()
  const role = token && readPayload(token)?.sub.role
  // Asked beside the user where the session says that there is one.
  const early = role && !rolesWithoutProfile.includes(role) ? loadProfile(parts, signal) : null
  const { userData: user } = await parts.graphql<{ userData: User | null }>(queries.user, { signal })
  if (!user) throw new Error('Your account could not be found.')
  if (rolesWithoutProfile.includes(user.role)) return { user, profile: noProfile }
  return { user, profile: await (early ?? loadProfile(parts, signal)) }
}

async function loadProfile({ client, log }: StartupServices, signal: AbortSignal): Promise<Profile> {
  try {
    return (await client.json<{ data: { profile: Profile } }>(PROFILE, { signal })).data.profile
  } catch (error) {
    if (!signal.aborted) log('Loading the profile failed.', error)
    return noProfile
  }
}

const sortAgents = (agents: readonly Agent[]): Agent[] =>
  agents.map((agent) => ({ ...agent, name: agent.name.trim() })).sort((a, b) => compareNames(a.name, b.name))
