import type { CustomAttribute } from './types'

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
