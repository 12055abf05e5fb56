import type { CompanyContext } from '@leaselight/engine'
import type { NameLookup } from '@leaselight/model'

/** The names behind the ids of filters, as far as the viewer may see them. */
export function filterNames({ properties, agents, attributes, today }: CompanyContext): NameLookup {
  const nameIn = (list: readonly { id: number; name: string }[]) => (id: number) =>
    list.find((item) => item.id === id)?.name ?? 'N/A'
  return {
    today,
    property: nameIn(properties),
    agent: nameIn(agents),
    attribute: nameIn(attributes.map(({ id, key, value }) => ({ id, name: `${key}: ${value}` }))),
  }
}
