/** Properties that share an attribute's value, such as Region West; all of a company's where both are null. */
export interface GoalGroup {
  attribute: string | null
  value: string | null
}

/** What a goal is for: a property or a group. */
export type GoalPlace = { propertyId: number } | GoalGroup

/** All properties of the company. */
export const WHOLE_COMPANY: GoalGroup = { attribute: null, value: null }

/** `All properties`, `Region: West`. */
export const groupLabel = ({ attribute, value }: GoalGroup): string =>
  attribute === null ? 'All properties' : `${attribute}: ${value ?? ''}`

/** The name of a place among those of a company: the id of a property, or the label of a group. */
export const placeKey = (place: GoalPlace): string =>
  'propertyId' in place ? String(place.propertyId) : groupLabel(place)

/** Whether a property belongs to a group. */
export const isInGroup = (
  { attribute, value }: GoalGroup,
  { attributes }: { attributes: Readonly<Record<string, string>> },
): boolean => attribute === null || attributes[attribute] === value

/** The company and every value of its properties' attributes, in the order of their labels. */
export function groupsOf(properties: readonly { attributes: Readonly<Record<string, string>> }[]): GoalGroup[] {
  const found = new Map<string, GoalGroup>()
  for (const { attributes } of properties)
    for (const [attribute, value] of Object.entries(attributes))
      found.set(groupLabel({ attribute, value }), { attribute, value })
  return [WHOLE_COMPANY, ...[...found].toSorted(([a], [b]) => a.localeCompare(b)).map(([, group]) => group)]
}
