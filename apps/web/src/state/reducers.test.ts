import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { type Alert, type AlertAction, alertsReducer, expireAlert } from './alerts'
import { flattenAttributes } from './attributes'
import { readFlags } from './flags'
import {
  ALL_PROPERTIES,
  initialProperties,
  PROPERTIES_ERROR,
  type PropertiesAction,
  type PropertyLists,
  propertiesReducer,
  requireProperties,
} from './properties'
import { strictContext } from './strictContext'

const alert = (message: string, type: Alert['type'] = 'info'): Alert => ({ type, message })

describe('alerts', () => {
  it('are set, added, removed and cleared', () => {
    const two = alertsReducer(alertsReducer([], { type: 'add', alert: alert('a') }), { type: 'add', alert: alert('b') })
    expect(two.map((item) => item.message)).toEqual(['a', 'b'])
    expect(alertsReducer(two, { type: 'remove', index: 0 })).toEqual([alert('b')])
    expect(alertsReducer(two, { type: 'set', alerts: [alert('c')] })).toEqual([alert('c')])
    expect(alertsReducer(two, { type: 'clear' })).toEqual([])
  })

  it('are not repeated: one like the last is skipped, one like an earlier is not', () => {
    const one = alertsReducer([], { type: 'add', alert: alert('a') })
    expect(alertsReducer(one, { type: 'add', alert: alert('a') })).toBe(one)
    expect(alertsReducer(one, { type: 'add', alert: alert('a', 'error') })).toHaveLength(2)
    const two = alertsReducer(one, { type: 'add', alert: alert('b') })
    expect(alertsReducer(two, { type: 'add', alert: alert('a') })).toHaveLength(3)
  })

  it('go by themselves only while they are the last', () => {
    const [a, b] = [alert('a'), alert('b')]
    expect(expireAlert([a], a)).toEqual({ type: 'remove', index: 0 })
    expect(expireAlert([a, b], a)).toBeNull()
    expect(expireAlert([alert('a')], a)).toBeNull()
  })

  it('take no unknown action', () => {
    // An action the types do not know, as code without types could send it.
    expect(() => alertsReducer([], { type: 'shout' } as unknown as AlertAction)).toThrow('unhandled alert action type')
  })
})

const property = (id: number, name: string) => ({
  id,
  name,
  address: '',
  owningManagerId: id * 10,
  timeZone: 'UTC',
  leasingTeamId: null,
  attributes: [],
})
const start = { ...initialProperties, properties: [] }
const run = (...actions: PropertiesAction[]) => actions.reduce(propertiesReducer, start)

describe('properties', () => {
  it('start as All, not yet fetched', () => {
    expect(start.selection.ids).toEqual([ALL_PROPERTIES])
    expect(start.fetchingFinished).toBe(false)
  })

  it('are trimmed and sorted by name, ignoring case', () => {
    const { properties, fetchingFinished } = run({
      type: 'set',
      properties: [property(1, 'oak'), property(2, ' Ash '), property(3, 'Birch')],
    })
    expect(properties.map((item) => item.name)).toEqual(['Ash', 'Birch', 'oak'])
    expect(fetchingFinished).toBe(true)
  })

  it('keep a choice over loading, else stand at All', () => {
    const set: PropertiesAction = { type: 'set', properties: [property(1, 'a')] }
    expect(run({ type: 'filter', ids: [4, 5] }, set).selection.ids).toEqual([4, 5])
    expect(run(set).selection.ids).toEqual([ALL_PROPERTIES])
  })

  it('chosen once more are no other state, so that nothing is drawn anew', () => {
    for (const action of [
      { type: 'filter', ids: [4, 5] },
      { type: 'filter', ids: [] },
      { type: 'select', property: property(3, 'c') },
    ] satisfies PropertiesAction[]) {
      const chosen = run(action)
      expect(propertiesReducer(chosen, action)).toBe(chosen)
    }
  })

  it('filtered by -1 alone are All; a single one brings its manager', () => {
    expect(run({ type: 'filter', ids: [ALL_PROPERTIES] }).selection.ids).toEqual([ALL_PROPERTIES])
    expect(run({ type: 'filter', ids: [ALL_PROPERTIES, 3] }).selection.ids).toEqual([3])
    expect(run({ type: 'select', property: property(3, 'c') }).selection).toEqual({
      ids: [3],
      propertyName: 'c',
      owningManagerId: 30,
    })
  })

  it('are emptied by an error', () => {
    const failed = run({ type: 'set', properties: [property(1, 'a')] }, { type: 'error' })
    expect(failed).toMatchObject({ properties: [], fetchingFinished: 'error', error: PROPERTIES_ERROR })
    expect(PROPERTIES_ERROR).toBe('Error setting properties. Properties set to empty')
    expect(Object.values(failed.lists).flat()).toEqual([])
  })

  it('leave standalone ones out of the lists of §4', () => {
    const both = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ]
    const lists: PropertyLists = {
      properties: both,
      toursGatedProperties: both,
      callIntelGatedProperties: both,
      callTranscriptGatedProperties: both,
      aiGatedProperties: both,
      aiEmailGatedProperties: both,
      aiChatGatedProperties: both,
      aiSmsGatedProperties: both,
      callIntelStandaloneProperties: [{ id: 2, name: 'b' }],
    }
    const kept = Object.entries(run({ type: 'setLists', lists }).lists).map(([name, list]) => [name, list.length])
    expect(Object.fromEntries(kept)).toEqual({
      properties: 1,
      toursGatedProperties: 1,
      callIntelGatedProperties: 2,
      callTranscriptGatedProperties: 2,
      aiGatedProperties: 1,
      aiEmailGatedProperties: 1,
      aiChatGatedProperties: 1,
      aiSmsGatedProperties: 1,
      callIntelStandaloneProperties: 1,
    })
    const only = { ...lists, properties: [{ id: 2, name: 'b' }] }
    expect(run({ type: 'setLists', lists }).onlyStandaloneAvailable).toBe(false)
    expect(run({ type: 'setLists', lists: only }).onlyStandaloneAvailable).toBe(true)
    expect(run({ type: 'setLists', lists: only }, { type: 'error' }).onlyStandaloneAvailable).toBe(false)
    expect(run({ type: 'setLists', lists: { ...only, callIntelStandaloneProperties: [] } })).toMatchObject({
      onlyStandaloneAvailable: false,
      lists: { properties: [{ id: 2 }] },
    })
  })

  it('say which way loading them failed', () => {
    expect(() => requireProperties(null)).toThrow(
      'No response returned from /properties fetch. Setting properties to empty.',
    )
    const none = 'No properties found for user. Setting properties to empty.'
    expect(() => requireProperties({})).toThrow(none)
    expect(() => requireProperties({ allProperties: [] })).toThrow(none)
  })

  it('take no unknown action', () => {
    // An action the types do not know, as code without types could send it.
    expect(() => run({ type: 'paint' } as unknown as PropertiesAction)).toThrow('unhandled property action type')
  })
})

describe('flags', () => {
  it('are off unless the company sets them', () => {
    const flags = readFlags(1, { featureFlags: [{ key: 'activity_report', value: true }] }, vi.fn())
    expect(flags.activity_report).toBe(true)
    expect(flags.omnibar).toBe(false)
  })

  it('are all off and logged when the company is not there', () => {
    const log = vi.fn()
    expect(Object.values(readFlags(1, null, log)).some(Boolean)).toBe(false)
    expect(log).toHaveBeenCalledWith('Error: failed to fetch omnibar feature flag')
  })

  it('need a company id', () => {
    expect(() => readFlags(null, null, vi.fn())).toThrow('Error: companyId required')
  })
})

describe('custom attributes', () => {
  it('are flattened into one indexed list', () => {
    const attributes = [
      { attributeKey: 'Region', attributeValueList: ['West', 'East'] },
      { attributeKey: 'Class', attributeValueList: ['A'] },
    ]
    expect(flattenAttributes(attributes)).toEqual([
      { index: 0, value: 'West', group: 'Region' },
      { index: 1, value: 'East', group: 'Region' },
      { index: 2, value: 'A', group: 'Class' },
    ])
  })
})

describe('a context', () => {
  const [Provider, useLight] = strictContext<string>('Light')
  const Uses = () => createElement('p', null, useLight())

  it('gives what its provider holds, and throws outside of it', () => {
    const inside = createElement(Provider, { value: 'on' }, createElement(Uses))
    expect(renderToStaticMarkup(inside)).toBe('<p>on</p>')
    expect(() => renderToStaticMarkup(createElement(Uses))).toThrow('useLight must be used within a LightProvider')
  })
})
