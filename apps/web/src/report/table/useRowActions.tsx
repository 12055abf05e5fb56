import {
  allowedFilters,
  type Filters,
  isDrillable,
  isRecordList,
  type ReportDefinition,
  type ReportState,
  type TableRow,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { NameLink, RowAction } from '@leaselight/ui'
import { IconFilter, IconMessage, IconPhone, IconUsers } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { useAddress } from '../../app/useAddress'
import { accessDenial } from '../../state/access'
import { addressParams, stringifySearch } from '../../state/address'

const MessageDialog = lazy(() => import('../../sharing/sent/MessageDialog'))

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const

interface Table {
  report: ReportDefinition
  state: ReportState
  /** The column that the table is read by. */
  mainColumn: string | undefined
  onFilters: (filters: Partial<Filters>) => void
  onDrillDown: (row: TableRow, column: string) => void
}

/** A column of the row with a list behind its number: the one the table is read by, else the first. */
export function listedColumn(
  report: ReportDefinition,
  main: string | undefined,
  { row }: TableRow,
): string | undefined {
  const candidates = [main, ...report.tiles, ...Object.keys(report.columns)]
  return candidates.find((key) => {
    const column = key === undefined ? undefined : report.columns[key]
    return column !== undefined && key !== undefined && isDrillable(column) && Number(row[key] ?? 0) > 0
  })
}

/** A list of calls that can be listened to. */
const hasRecordings = (report: ReportDefinition): boolean =>
  isRecordList(report) &&
  Object.values(report.columns).some((column) => column.kind === 'fact' && column.personalData === 'recording')

/**
 * What can be done with a row, and where a property's name leads: to the same report for it alone. See its list, hear its calls, look at it alone, write to its office. `dialog` belongs on
 * the page.
 */
export function useRowActions({ report, state, mainColumn, onFilters, onDrillDown }: Table) {
  const { access, properties, propertiesForReport } = useGlobal()
  const { preferences } = useServices()
  const { push } = useAddress()
  const [messaged, setMessaged] = useState<number | null>(null)
  const callList = useMemo(
    () => reports.find((one) => hasRecordings(one) && one.key !== report.key && accessDenial(one, access) === null),
    [access, report.key],
  )
  const rowActions = (item: TableRow): RowAction[] => {
    const { row } = item
    const column = listedColumn(report, mainColumn, item)
    const own = properties?.find(({ id }) => id === row.propertyId)
    const only = onlyThis(report, state, item)
    const actions: (RowAction | null | undefined | false | '')[] = [
      column && {
        label: `See the ${report.columns[column]?.label.toLowerCase()}`,
        icon: <IconUsers {...icon} />,
        onSelect: () => onDrillDown(item, column),
      },
      own &&
        callList && {
          label: 'Calls of this property',
          icon: <IconPhone {...icon} />,
          onSelect: () => {
            const open = preferences.restore(callList, new Set(propertiesForReport(callList).map(({ id }) => id)))
            const filters = { ...open.filters, propertyIds: [own.id] }
            push(callList.path, addressParams(callList, { ...open, filters }))
          },
        },
      only && { label: only.label, icon: <IconFilter {...icon} />, onSelect: () => onFilters(only.filters) },
      own && {
        label: 'Message the office',
        icon: <IconMessage {...icon} />,
        onSelect: () => setMessaged(own.id),
      },
    ]
    return actions.flatMap((action) => action || [])
  }
  const nameLinkOf = useCallback(
    (item: TableRow): NameLink | null => {
      const only = item.row.agentId === undefined ? onlyThis(report, state, item) : null
      if (!only) return null
      const narrowed = { ...state, filters: { ...state.filters, ...only.filters } }
      return {
        href: report.path + stringifySearch(addressParams(report, narrowed)),
        onClick: (event) => {
          // With a modifier key the browser opens a new tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onFilters(only.filters)
        },
      }
    },
    [report, state, onFilters],
  )
  const dialog: ReactNode = messaged !== null && (
    <Suspense>
      <MessageDialog report={report} state={state} propertyId={messaged} onClose={() => setMessaged(null)} />
    </Suspense>
  )
  return { rowActions, nameLinkOf, dialog }
}

/** The filter that leaves only the row's own property or agent; null where it is not to be had or set already. */
function onlyThis(
  report: ReportDefinition,
  { filters }: ReportState,
  { row }: TableRow,
): { label: string; filters: Partial<Filters> } | null {
  const allowed = allowedFilters(report)
  const { agentId, propertyId } = row
  if (typeof agentId === 'number' && agentId > 0 && allowed.includes('agentIds'))
    return filters.agentIds.length === 1 ? null : { label: 'Only this agent', filters: { agentIds: [agentId] } }
  if (typeof propertyId === 'number' && propertyId > 0 && allowed.includes('propertyIds'))
    return filters.propertyIds.length === 1
      ? null
      : { label: 'Only this property', filters: { propertyIds: [propertyId] } }
  return null
}
