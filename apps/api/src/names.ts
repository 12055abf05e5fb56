import type { Directory } from '@leaselight/engine'
import type { Names } from '@leaselight/model'

/** The names behind the ids of filters, as the viewer may know them. */
export function namesOf({ properties, agents, attributes }: Directory): Names {
  const nameIn = (list: readonly { id: number; name: string }[]) => (id: number) =>
    list.find((item) => item.id === id)?.name ?? 'N/A'
  return {
    property: nameIn(properties),
    agent: nameIn(agents),
    attribute: nameIn(attributes.map(({ id, key, value }) => ({ id, name: `${key}: ${value}` }))),
  }
}
