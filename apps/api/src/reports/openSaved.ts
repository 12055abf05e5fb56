import { type CompanyContext, isAvailable } from '@leaselight/engine'
import { parseSavedState, type ReportDefinition, type ReportState, type Viewer } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { Params } from '@leaselight/state'
import type { Api } from '../http/context'

/** A saved state that a viewer may read now. */
export interface OpenSaved {
  report: ReportDefinition
  state: ReportState
  /** Saved choices that the report no longer has. */
  passedOver: string[]
  /** The chosen properties that are not open to the viewer and left out. */
  propertiesLeftOut: number
  directory: CompanyContext
}

/** What of a saved state is not open to a viewer: its report, or every one of its properties. */
export interface ClosedSaved {
  closed: 'report' | 'properties'
}

/**
 * Opens a report and its saved parameters with a viewer's rights of now. Everything that is saved and read later opens
 * here: schedules, watches, links.
 * @param propertyPages the properties with a page each, where they replace the state's own
 */
export async function openSaved(
  api: Pick<Api, 'engine'>,
  viewer: Viewer,
  { report: key, params }: { report: string; params: Params },
  propertyPages: readonly number[] | null = null,
): Promise<OpenSaved | ClosedSaved> {
  const report = reportByKey(key)
  const directory = await api.engine.companyContext(viewer)
  if (!report || !isAvailable(report, directory)) return { closed: 'report' }
  const { state, passedOver } = parseSavedState(report, params)
  const { property, propertyIds } = state.filters
  const chosen = propertyPages ?? (property === -1 ? propertyIds : [property])
  const gone = chosen.filter((id) => !directory.properties.some((one) => one.id === id))
  if (directory.properties.length === 0 || (chosen.length > 0 && gone.length === chosen.length))
    return { closed: 'properties' }
  return { report, state, passedOver, propertiesLeftOut: gone.length, directory }
}
