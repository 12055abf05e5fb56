import { compareNames } from '@leaselight/model'
import type { CustomAttribute, Property } from './types'

/** One value of a custom attribute, in the flat list that filters choose from. */
export interface IndexedAttribute {
  index: number
  value: string
  group: string
}

/** Flattens custom attributes into one indexed list. */
export function flattenAttributes(attributes: readonly CustomAttribute[]): IndexedAttribute[] {
  return attributes
    .flatMap(({ attributeKey, attributeValueList }) =>
      attributeValueList.map((value) => ({ value, group: attributeKey })),
    )
    .map((item, index) => ({ index, ...item }))
}

/** Which attributes properties have, each with its values and the properties behind them. */
export function attributeGroups(properties: readonly Property[]): Record<string, string[]> {
  const groups = new Map<string, Set<string>>()
  for (const { key, value } of properties.flatMap((property) => property.attributes)) {
    const values = groups.get(key) ?? new Set()
    groups.set(key, values.add(value))
  }
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => compareNames(a, b)).map(([key, values]) => [key, [...values].sort(compareNames)]),
  )
}
