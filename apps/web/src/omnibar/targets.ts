import {
  allowedFilters,
  type Dimension,
  type FilterKey,
  type Filters,
  possibleRowDimensions,
  type ReportDefinition,
  type ReportState,
} from '@leaselight/model'
import { GOALS } from '../goals/paths'
import { MY_PAGE } from '../myPage/paths'
import { namesAt } from '../report/filters/choices'
import { MY_REPORTS } from '../sharing/paths'
import { type Access, accessDenial } from '../state/access'
import { addressParams, parseSearch, type Search } from '../state/address'
import type { Agent, Property, Source } from '../state/types'
import { pageTarget, reportTarget } from './recent'
import { otherWordsOf } from './synonyms'

/** The kinds of targets, in the order in which they are shown. */
export const targetKinds = [
  'Answer',
  'Recent',
  'Reports',
  'Pages',
  'Saved reports',
  'Numbers',
  'Properties',
  'Agents',
  'Sources',
  'Attributes',
] as const
export type TargetKind = (typeof targetKinds)[number]

/** Something that can be opened. */
export interface Target {
  key: string
  kind: TargetKind
  label: string
  /** Where it leads, or what distinguishes it from targets of the same name. */
  hint: string
  /** Further search terms. */
  keywords?: string
  path: string
  search: () => Search
  /** Where the same is also to be seen. */
  others?: Target[]
}

/** A saved report, as the server lists it. */
export interface SavedReportTarget {
  id: number | string
  name: string
  title: string
  address: string
}

export interface OmnibarData {
  reports: readonly ReportDefinition[]
  access: Access
  /** The open report with its state; null on other pages. */
  currentReport: { report: ReportDefinition; state: ReportState } | null
  /** The state in which a report opens. */
  openingState: (report: ReportDefinition) => ReportState
  properties: readonly Property[]
  propertiesForReport: (report: ReportDefinition) => readonly Property[]
  agents: readonly Agent[]
  sources: readonly Source[]
  saved: readonly SavedReportTarget[]
  /** The properties' attributes. */
  attributes: readonly { group: string; value: string }[]
}

/** The pages that are no reports. */
const ownPages = [
  { label: 'My page', path: MY_PAGE, hint: 'What you pinned' },
  { label: 'Goals', path: GOALS, hint: 'What properties want to reach' },
  { label: 'My reports', path: MY_REPORTS, hint: 'Saved, scheduled, watched and sent' },
]

/** One target for each meaning, on the first report that shows it; the others are under it. */
function byMeaning(targets: readonly Target[]): Target[] {
  const groups = new Map<string, Target[]>()
  for (const target of targets) {
    const label = target.label.toLowerCase()
    groups.set(label, [...(groups.get(label) ?? []), target])
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [others.length > 0 ? { ...first, others } : first] : [],
  )
}

/** How many of a report's columns another one has, too. */
const sharedNumbers = (report: ReportDefinition, other: ReportDefinition): number =>
  Object.keys(report.columns).filter((name) => name in other.columns).length

/** Compares by the first number, then by the next; the larger one comes first. */
const compareDescending = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, index) => (b[index] ?? 0) - value).find((difference) => difference !== 0) ?? 0

/** Everything a user can open. Reports without access, and what leads to them, are left out. */
export function buildTargets(data: OmnibarData): Target[] {
  const open = data.reports.filter((report) => accessDenial(report, data.access) === null)
  const leadTo = (report: ReportDefinition, filters: Partial<Filters> = {}) => ({
    path: report.path,
    search: () => {
      const state = data.currentReport?.report.key === report.key ? data.currentReport.state : data.openingState(report)
      return addressParams(report, { ...state, filters: { ...state.filters, ...filters } })
    },
  })
  /**
   * Where to see one item: on the open report if it has such a filter. Else on a report that has, if possible one with a
   * row per item, and of these on the one that tells most of the same numbers.
   */
  const placesFor = (row: Dimension, allows: readonly FilterKey[]) => {
    const takes = (report: ReportDefinition) => allows.some((filter) => allowedFilters(report).includes(filter))
    // Nobody looks for one item on a page that is read from top to bottom.
    const hasRowEach = (report: ReportDefinition) =>
      report.shape !== 'brief' && possibleRowDimensions(report).includes(row) ? 1 : 0
    const current = data.currentReport?.report
    // The register begins with the report of what happens to most people.
    const nearness = (report: ReportDefinition) => [
      hasRowEach(report),
      ...[current, open[0]].map((subject) => (subject ? sharedNumbers(report, subject) : 0)),
    ]
    const nearest = open.filter(takes).toSorted((a, b) => compareDescending(nearness(a), nearness(b)))
    return current && takes(current) ? [current, ...nearest] : nearest
  }
  const propertyPlaces = placesFor('property', ['propertyIds', 'property'])
  const [agentPlace] = placesFor('agent', ['agentIds'])
  const [sourcePlace] = placesFor('source', ['sources', 'sourceNames'])
  const [attributePlace] = placesFor('property', ['propertiesByAttributes'])
  const filtered = (
    kind: TargetKind,
    id: number | string,
    label: string,
    report: ReportDefinition | undefined,
    filters: Partial<Filters>,
    more = '',
  ): Target[] =>
    report
      ? [
          {
            key: `${kind} ${id}`,
            kind,
            label,
            hint: [more, `in ${report.title}`].filter(Boolean).join(', '),
            ...leadTo(report, filters),
          },
        ]
      : []
  const propertyNames = new Map(data.properties.map(({ id, name }) => [id, name]))
  return [
    ...open.map((report) => ({
      key: reportTarget(report),
      kind: 'Reports' as const,
      label: report.title,
      hint: report.section,
      keywords: report.question,
      ...leadTo(report),
    })),
    ...ownPages.map(
      ({ label, path, hint }): Target => ({
        key: pageTarget(path),
        kind: 'Pages',
        label,
        hint,
        path,
        search: () => ({}),
      }),
    ),
    ...data.saved.map((saved): Target => {
      const [path = '/', text = ''] = saved.address.split('?')
      return {
        key: `Saved reports ${saved.id}`,
        kind: 'Saved reports',
        label: saved.name,
        hint: saved.title,
        path,
        search: () => parseSearch(text),
      }
    }),
    ...byMeaning(
      open.flatMap((report) =>
        Object.entries(report.columns)
          .filter(([, column]) => column.kind !== 'fact')
          .map(([name, column]) => ({
            key: `Numbers ${report.key} ${name}`,
            kind: 'Numbers' as const,
            label: column.label,
            hint: report.title,
            keywords: otherWordsOf(column).join(' '),
            ...leadTo(report),
          })),
      ),
    ),
    ...data.properties.flatMap(({ id, name }) => {
      const report = propertyPlaces.find((one) => data.propertiesForReport(one).some((property) => property.id === id))
      const single = report && allowedFilters(report).includes('property')
      return filtered('Properties', id, name, report, single ? { property: id } : { propertyIds: [id] })
    }),
    ...data.agents
      .filter((agent) => !agent.isDeleted && agent.propertyIds.some((id) => propertyNames.has(id)))
      .flatMap(({ agentId, name, propertyIds }) => {
        const at = namesAt(propertyNames, propertyIds)
        return filtered('Agents', agentId, name, agentPlace, { agentIds: [agentId] }, at)
      }),
    ...data.sources.flatMap(({ source }) => {
      const named = sourcePlace && !allowedFilters(sourcePlace).includes('sources')
      return filtered('Sources', source, source, sourcePlace, named ? { sourceNames: [source] } : { sources: [source] })
    }),
    ...data.attributes.flatMap(({ group, value }) => {
      const label = `${group}: ${value}`
      return filtered('Attributes', label, label, attributePlace, { propertiesByAttributes: { [group]: [value] } })
    }),
  ]
}
