import {
  type AnyFilter,
  allowedFilters,
  type FilterKey,
  filterKeys,
  filters,
  type MapFilter,
  optionsOf,
  type ReportDefinition,
  weekdays,
} from '@leaselight/model'
import { GENERIC_OPTIONS } from './phrases'
import type { Item, Setting, Value } from './types'

/** Something with a name that a filter can choose. */
interface Entity {
  key: number | string
  name: string
  hint?: string
}

/** What the filters can choose from: the company's records, by what a filter's ids or attributes are of. */
export interface Entities {
  property: readonly Entity[]
  agent: readonly Entity[]
  source: readonly Entity[]
  attributes: Readonly<Record<'property' | 'source', readonly { group: string; value: string }[]>>
}

/** A value with the names it goes by. A partial name leaves out a part of it. */
export interface NamedValue {
  value: Value
  names: readonly string[]
  /** Names of more than one word also count by some of their words. */
  isOwnName: boolean
  /** A name that may mean much else without the one of its filter. */
  weakNames: readonly string[]
}

/** Every value that reports can be filtered by, from the declaration of the filters and of the reports' switches. */
export function namedValues(reports: readonly ReportDefinition[], entities: Entities): NamedValue[] {
  const allowed = new Set(reports.flatMap((report) => allowedFilters(report)))
  const found = new Map<string, NamedValue>()
  const note = (id: string, named: NamedValue) => {
    const known = found.get(id)
    if (!known) found.set(id, named)
    // Another filter that chooses the same.
    else
      found.set(id, {
        ...known,
        value: { ...known.value, settings: [...known.value.settings, ...named.value.settings] },
      })
  }
  for (const key of filterKeys)
    if (allowed.has(key)) for (const [id, named] of valuesOfFilter(key, entities)) note(id, named)
  for (const report of reports) for (const [id, named] of valuesOfSwitches(report)) note(id, named)
  return [...found.values()]
}

function valuesOfFilter(key: FilterKey, entities: Entities): (readonly [id: string, named: NamedValue])[] {
  const definition: AnyFilter = filters[key]
  const group = definition.label
  const setting = (item: Item): Setting[] => [{ filter: key, item }]
  switch (definition.kind) {
    case 'id':
    case 'ids': {
      const { of } = definition
      if (of !== 'property' && of !== 'agent' && of !== 'source') return []
      return entities[of].map(({ key: item, name, hint }) => [
        `${of} ${item}`,
        {
          value: { group, label: name, isName: true, ...(hint && { hint }), settings: setting(item) },
          names: [name],
          isOwnName: true,
          weakNames: [],
        },
      ])
    }
    case 'map':
      return entities.attributes[definition.of]
        .filter(({ group: attribute, value }) => isSayable(definition, attribute, value))
        .map(({ group: attribute, value }) => [
          `${definition.of} ${attribute}: ${value}`,
          {
            value: { group, label: `${attribute}: ${value}`, settings: setting([attribute, value]) },
            names: bothOrders(attribute, value),
            isOwnName: false,
            weakNames: [value],
          },
        ])
    case 'choices':
      return Object.entries(definition.options).map(([item, label]) =>
        optionValue(key, group, item, label, setting(item)),
      )
    case 'choice':
      if (key === 'groupBy') return []
      // What a filter begins with restricts nothing.
      return Object.entries(definition.options)
        .filter(([item]) => item !== definition.initial)
        .map(([item, label]) => optionValue(key, group, item, label, setting(item)))
    case 'flag':
      return [
        [
          key,
          { value: { group, label: group, settings: setting(true) }, names: [group], isOwnName: false, weakNames: [] },
        ],
      ]
    case 'hours':
      return Object.entries(weekdays).map(([day, label]) => [
        `${key} ${day}`,
        { value: { group, label, settings: setting(Number(day)) }, names: [label], isOwnName: false, weakNames: [] },
      ])
    case 'number':
    case 'period':
    case 'text':
      return []
  }
}

function valuesOfSwitches(report: ReportDefinition): (readonly [id: string, named: NamedValue])[] {
  return Object.entries(report.switches ?? {}).flatMap(([key, { label: group, options, initial, onPageOnly }]) => {
    // What decides the rows is a grouping; what only the page shows changes no number.
    if (onPageOnly || report.rowsBySwitch?.key === key) return []
    return Object.entries(options)
      .filter(([option]) => option !== initial)
      .map(([option, label]) =>
        optionValue(key, group, `${report.key} ${option}`, label, [{ report: report.key, switch: key, option }]),
      )
  })
}

function optionValue(key: string, group: string, item: string, label: string, settings: Setting[]) {
  const weakNames = GENERIC_OPTIONS.has(label.toLowerCase()) ? [] : [label]
  const value = { group, label, settings }
  return [`${key} ${item}`, { value, names: bothOrders(group, label), isOwnName: false, weakNames }] as const
}

const bothOrders = (group: string, value: string): string[] => [`${group} ${value}`, `${value} ${group}`]

/** Whether an address can say an attribute: some signs are those of the address. */
function isSayable({ codec }: MapFilter, attribute: string, value: string): boolean {
  const said = { [attribute]: [value] }
  return JSON.stringify(codec.parse(codec.serialize(said))) === JSON.stringify(said)
}

/** The value of a filter that consists of these items; of a filter that holds one, the first. */
export function filterValue(key: FilterKey, items: readonly Item[]): unknown {
  const definition = filters[key]
  switch (definition.kind) {
    case 'ids':
      return [...new Set(items)]
    case 'choices':
      // In their own order: an address may have one word for several.
      return Object.keys(definition.options).filter((option) => items.includes(option))
    case 'hours':
      return { days: [...new Set(items)], hours: [0, 23] }
    case 'map': {
      const values: Record<string, string[]> = {}
      for (const item of items)
        if (Array.isArray(item)) values[item[0]] = [...new Set([...(values[item[0]] ?? []), item[1]])]
      return values
    }
    default:
      return items[0]
  }
}

/** Whether a filter's items are the properties themselves. */
export function isProperty(key: FilterKey): boolean {
  const definition = filters[key]
  return (definition.kind === 'id' || definition.kind === 'ids') && definition.of === 'property'
}

/** Whether a value is a property. */
export const isOfProperties = ({ settings }: Value): boolean =>
  settings.some((setting) => 'filter' in setting && isProperty(setting.filter))

/** Whether a filter holds one value only. */
export const isSingle = (key: FilterKey): boolean => !['ids', 'choices', 'hours', 'map'].includes(filters[key].kind)

/** How a value is chosen in a report; undefined where the report can't be filtered by it. */
export function settingIn(report: ReportDefinition, { settings }: Value): Setting | undefined {
  return settings.find((setting) => {
    if ('report' in setting) return setting.report === report.key
    const options = optionsOf(report, setting.filter)
    return allowedFilters(report).includes(setting.filter) && (!options || options.some((one) => one === setting.item))
  })
}
