import { compareNames, type GatedLists, onlyStandaloneAvailable } from '@leaselight/model'
import type { Property } from './types'

/** The id that means every property. */
export const ALL_PROPERTIES = -1

/** A property in a gated list. */
export interface ListedProperty {
  id: number
  name: string
}

export type PropertyLists = GatedLists<ListedProperty>

/** The selection: the ids, and for a single property its name and owning manager. */
export interface PropertySelection {
  ids: readonly number[]
  propertyName: string | null
  owningManagerId: number | null
}

export interface PropertiesState {
  properties: readonly Property[]
  lists: PropertyLists
  /** There are properties that use call intelligence alone, and no others (§4). */
  onlyStandaloneAvailable: boolean
  selection: PropertySelection
  /** False until loading completes; `error` when it failed. */
  fetchingFinished: boolean | 'error'
  error: string | null
}

export type PropertiesAction =
  | { type: 'set'; properties: readonly Property[] }
  | { type: 'setLists'; lists: PropertyLists }
  /** Filters by several properties; -1 means all. */
  | { type: 'filter'; ids: readonly number[] }
  | { type: 'select'; property: Pick<Property, 'id' | 'name' | 'owningManagerId'> }
  | { type: 'error' }

export const PROPERTIES_ERROR = 'Error setting properties. Properties set to empty'

const allSelected: PropertySelection = { ids: [ALL_PROPERTIES], propertyName: null, owningManagerId: null }

const emptyLists = (): PropertyLists => ({
  properties: [],
  toursGatedProperties: [],
  callIntelGatedProperties: [],
  callTranscriptGatedProperties: [],
  aiGatedProperties: [],
  aiEmailGatedProperties: [],
  aiChatGatedProperties: [],
  aiSmsGatedProperties: [],
  callIntelStandaloneProperties: [],
})

export const initialProperties: PropertiesState = {
  properties: [],
  lists: emptyLists(),
  onlyStandaloneAvailable: false,
  selection: allSelected,
  fetchingFinished: false,
  error: null,
}

/** The properties a person may select and the selection (§4). */
export function propertiesReducer(state: PropertiesState, action: PropertiesAction): PropertiesState {
  switch (action.type) {
    case 'set':
      return {
        ...state,
        properties: sortedByName(action.properties),
        // A selection made before the list arrived stays; the default is All.
        selection: isAll(state.selection.ids) ? allSelected : state.selection,
        fetchingFinished: true,
        error: null,
      }
    case 'setLists': {
      const lists = withoutStandalone(action.lists)
      return { ...state, lists, onlyStandaloneAvailable: onlyStandaloneAvailable(lists) }
    }
    case 'filter':
      return withSelection(state, isAll(action.ids) ? allSelected : multiSelection(action.ids))
    case 'select':
      return withSelection(state, {
        ids: [action.property.id],
        propertyName: action.property.name,
        owningManagerId: action.property.owningManagerId,
      })
    case 'error':
      return {
        ...state,
        properties: [],
        lists: emptyLists(),
        onlyStandaloneAvailable: false,
        fetchingFinished: 'error',
        error: PROPERTIES_ERROR,
      }
    default:
      throw new Error('unhandled property action type')
  }
}

// Selecting the same again keeps the state object, so that nothing renders again.
function withSelection(state: PropertiesState, selection: PropertySelection): PropertiesState {
  return JSON.stringify(selection) === JSON.stringify(state.selection) ? state : { ...state, selection }
}

/** The server answered that there is nothing, which is not the same as no answer. */
export class NothingFound extends Error {}

/** Reads the properties of a start-up response, or throws §8's sentence for a missing or empty list. */
export function requireProperties(
  response: { allProperties?: readonly Property[] | null } | null,
): readonly Property[] {
  if (!response) throw new Error('No response returned from /properties fetch. Setting properties to empty.')
  if (!response.allProperties?.length)
    throw new NothingFound('No properties found for user. Setting properties to empty.')
  return response.allProperties
}

// The server leaves standalone properties out as well; §4 requires it here too.
function withoutStandalone(lists: PropertyLists): PropertyLists {
  const standalone = new Set(lists.callIntelStandaloneProperties.map((property) => property.id))
  const others = (list: ListedProperty[]) => list.filter((property) => !standalone.has(property.id))
  return {
    ...lists,
    properties: others(lists.properties),
    toursGatedProperties: others(lists.toursGatedProperties),
    aiGatedProperties: others(lists.aiGatedProperties),
    aiEmailGatedProperties: others(lists.aiEmailGatedProperties),
    aiChatGatedProperties: others(lists.aiChatGatedProperties),
    aiSmsGatedProperties: others(lists.aiSmsGatedProperties),
  }
}

const multiSelection = (ids: readonly number[]): PropertySelection => ({
  ids: ids.filter((id) => id !== ALL_PROPERTIES),
  propertyName: null,
  owningManagerId: null,
})

const isAll = (ids: readonly number[]): boolean => ids.every((id) => id === ALL_PROPERTIES)

const sortedByName = (properties: readonly Property[]): Property[] =>
  properties
    .map((property) => ({ ...property, name: property.name.trim() }))
    .sort((a, b) => compareNames(a.name, b.name))
