import { type Flag, type GatedProperty, propertiesForGate, type ReportDefinition } from '@leaselight/model'
import { type Dispatch, type ReactNode, useEffect, useMemo, useReducer } from 'react'
import { log } from '../monitoring'
import { readTokens } from '../session/storage'
import { readPayload } from '../session/token'
import { type Access, gatedProperties } from '../state/access'
import { flattenAttributes, type IndexedAttribute } from '../state/attributes'
import { readFlags } from '../state/flags'
import { initialProperties, type PropertiesAction, type PropertiesState, propertiesReducer } from '../state/properties'
import type { StartupData } from '../state/startup'
import { strictContext } from '../state/strictContext'
import type { Property } from '../state/types'
import { useToday } from './useToday'

/** What start-up loaded, ready to use. */
export interface Global extends StartupData {
  flags: Record<Flag, boolean>
  access: Access
  propertyState: PropertiesState
  selectProperties: Dispatch<PropertiesAction>
  customAttributes: IndexedAttribute[]
  /** The ids of all the user's properties. */
  knownProperties: ReadonlySet<number>
  /** The properties a report may include, by name. */
  propertiesForReport: (report: ReportDefinition) => Property[]
  /** The company's today. */
  today: string
}

const [Provider, useGlobal] = strictContext<Global>('Global')

export { useGlobal }

interface Props {
  startup: StartupData
  now: () => number
  children: ReactNode
}

/** Gives every page the user, the company and its properties. */
export function GlobalProvider({ startup, now, children }: Props) {
  const [propertyState, selectProperties] = useReducer(propertiesReducer, initialProperties)
  const today = useToday(startup.company, now)
  const { properties, lists } = startup
  useEffect(() => {
    selectProperties(properties ? { type: 'set', properties } : { type: 'error' })
    if (lists && properties) selectProperties({ type: 'setLists', lists })
  }, [properties, lists])

  // Without the selection, which changes often and must not rebuild all of this.
  const { lists: shownLists, properties: shownProperties } = propertyState
  const seen = useMemo(() => {
    const gated = gatedProperties(shownLists)
    const flags = flagsOf(startup)
    return {
      ...startup,
      flags,
      access: { flags, properties: gated, unknown: startup.unknown },
      customAttributes: flattenAttributes(startup.attributes),
      knownProperties: new Set(shownProperties.map(({ id }) => id)),
      propertiesForReport: (report: ReportDefinition) => propertiesPassingGate(report, gated, shownProperties),
    }
  }, [startup, shownLists, shownProperties])
  const value = useMemo(() => ({ ...seen, propertyState, selectProperties, today }), [seen, propertyState, today])
  return propertyState.fetchingFinished === false ? null : <Provider value={value}>{children}</Provider>
}

function flagsOf({ company, user }: StartupData): Record<Flag, boolean> {
  const tokens = readTokens(localStorage)
  const companyId = user.companyId ?? (tokens && readPayload(tokens.accessToken)?.sub.companyId)
  return readFlags(companyId ?? null, company, log)
}

function propertiesPassingGate(
  report: ReportDefinition,
  gated: readonly GatedProperty[],
  properties: readonly Property[],
): Property[] {
  const allowed = new Set(propertiesForGate(report.gate, gated).map((property) => property.id))
  return properties.filter((property) => allowed.has(property.id))
}
