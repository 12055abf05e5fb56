import type { NameLookup } from '@leaselight/model'
import type { Option, PropertyOption } from '@leaselight/ui'
import type { Agent, Property, Source } from '../../state/types'

/** One value of an attribute. */
export interface AttributeValue {
  key: string
  value: string
}

/** What the filters of a report can be set to. */
export interface FilterChoices {
  today: string
  properties: PropertyOption[]
  propertyAttributes: AttributeValue[]
  sourceAttributes: AttributeValue[]
  leasingTeams: Option<number>[]
  agents: Option<number>[]
  sources: Option<string>[]
  names: NameLookup
}

interface ChoiceSources {
  today: string
  properties: readonly Property[]
  agents: readonly Agent[]
  sources: readonly Source[]
}

/** The names of an agent's properties, of those that the names know. */
export const namesAt = (propertyNames: ReadonlyMap<number, string>, propertyIds: readonly number[]): string =>
  propertyIds.flatMap((id) => propertyNames.get(id) ?? []).join(', ')

/** Lays out what the reader can choose from: the report's properties, their agents and teams, the company's sources. */
export function buildFilterChoices({ today, properties, agents, sources }: ChoiceSources): FilterChoices {
  const propertyNames = new Map(properties.map((property) => [property.id, property.name]))
  const own = agents.filter((agent) => agent.propertyIds.some((id) => propertyNames.has(id)))
  const agentNames = new Map(own.map((agent) => [agent.agentId, agent.name]))
  const attributeNames = new Map(
    properties.flatMap(({ attributes }) => attributes.map(({ id, key, value }) => [id, `${key}: ${value}`])),
  )
  const teams = [...new Set(properties.flatMap(({ leasingTeamId }) => (leasingTeamId === null ? [] : [leasingTeamId])))]
  return {
    today,
    properties: properties.map(({ id, name, attributes }) => ({
      id,
      name,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value])),
    })),
    propertyAttributes: distinct(properties.flatMap((property) => property.attributes)),
    sourceAttributes: distinct(sources.flatMap((source) => source.attributes)),
    leasingTeams: teams.sort((a, b) => a - b).map((team) => ({ value: team, label: `Team ${team}` })),
    agents: own
      .filter((agent) => !agent.isDeleted)
      .map((agent) => ({ value: agent.agentId, label: agent.name, hint: namesAt(propertyNames, agent.propertyIds) })),
    sources: sources.map(({ source, parent }) => ({ value: source, label: source, ...(parent && { hint: parent }) })),
    names: {
      today,
      property: (id) => propertyNames.get(id) ?? 'N/A',
      agent: (id) => agentNames.get(id) ?? 'N/A',
      attribute: (id) => attributeNames.get(id) ?? 'N/A',
    },
  }
}

function distinct(values: readonly AttributeValue[]): AttributeValue[] {
  const seen = new Map(values.map(({ key, value }) => [JSON.stringify([key, value]), { key, value }]))
  return [...seen.values()].sort((a, b) => a.key.localeCompare(b.key) || a.value.localeCompare(b.value))
}
