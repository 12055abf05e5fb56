import { pluralize } from '@leaselight/model'

/** Weekdays 1–7 = Monday–Sunday (empty: every day) and hours 0–23, inclusive. */
export interface DaysHours {
  days: number[]
  hours: [number, number]
}

/** Means every property (specification §3). */
export const ALL_PROPERTIES = -1

export interface Option<T> {
  value: T
  label: string
  /** Additional text, such as what it belongs to. */
  hint?: string
}

export interface PropertyOption {
  id: number
  name: string
  attributes?: Readonly<Record<string, string>>
}

/** One value of a property attribute and the properties that have it. */
export interface AttributeGroup {
  key: string
  value: string
  ids: number[]
}

/** The options whose label or hint contains every word of the search. */
export function findOptions<T>(options: readonly Option<T>[], search: string): readonly Option<T>[] {
  const words = normalizeSearch(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  return options.filter((option) => {
    const text = normalizeSearch(`${option.label} ${option.hint ?? ''}`)
    return words.every((word) => text.includes(word))
  })
}

/** Adds or removes an option; the order of choosing stays. */
export function toggleOption<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}

/** A choice as it is compared: in which order several were chosen makes no difference. */
export const inOrder = (choice: unknown): unknown => (Array.isArray(choice) ? [...choice].sort() : choice)

/** Whether two choices are the same: what is set back is no change. */
export const isSameChoice = (one: unknown, other: unknown): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** The explicitly chosen properties; empty means all of them. */
export function chosenProperties(value: readonly number[]): number[] {
  return value.includes(ALL_PROPERTIES) ? [] : [...value]
}

/** Adds a group's properties to the chosen ones, or removes them when all of them are chosen. */
export function toggleGroup(chosen: readonly number[], ids: readonly number[]): number[] {
  const set = new Set(chosen)
  return ids.every((id) => set.has(id))
    ? chosen.filter((id) => !ids.includes(id))
    : [...chosen, ...ids.filter((id) => !set.has(id))]
}

/** Every attribute value of the properties, by key and value, with its properties. */
export function attributeGroups(properties: readonly PropertyOption[]): AttributeGroup[] {
  const groups = new Map<string, AttributeGroup>()
  for (const property of properties)
    for (const [key, value] of Object.entries(property.attributes ?? {})) {
      const name = JSON.stringify([key, value])
      const group = groups.get(name) ?? { key, value, ids: [] }
      group.ids.push(property.id)
      groups.set(name, group)
    }
  return [...groups.values()].sort((a, b) => a.key.localeCompare(b.key) || a.value.localeCompare(b.value))
}

/** The selection as text: `All properties`, `Harbor View`, `Harbor View and 2 more`. */
export function describeSelection(chosen: readonly string[], all: string): string {
  const [first, ...more] = chosen
  if (first === undefined) return all
  return more.length === 0 ? first : `${first} and ${more.length.toLocaleString('en-US')} more`
}

/** `3 of 24 properties`, or `All 24 properties`. */
export function describeCount(chosen: number, all: number): string {
  return chosen === 0 ? `All ${pluralize(all, 'property')}` : `${chosen} of ${pluralize(all, 'property')}`
}

// Users type "cafe" for "Café".
const normalizeSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
