import type { CompanyContext } from '@leaselight/engine'
import {
  allowedFilters,
  buildTable,
  type FilterKey,
  filter,
  filters,
  InputError,
  optionsOf,
  type ReportDefinition,
  type ReportState,
  serializeState,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { openTestStore, stateFrom, type TestStore, viewer } from '@leaselight/reports/testing'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forEachInParallel } from './inParallel'

// Every control of every report has an effect: each filter and switch, set to a value that occurs in the fixture
// company, changes what users see, or the result says in a note why it doesn't.

/**
 * Two things that the fixture company doesn't have: an e-mail handled by the AI, and a second contact with its
 * response.
 */
const supplement: Fixture = {
  conversations: [
    {
      id: 7790,
      property_id: 11,
      prospect_id: 1001,
      channel: 'email',
      handled_by: 'ai',
      started_at: '2026-03-10T10:00:00-04:00',
      messages_in: 1,
      messages_out: 1,
      handle_seconds: 60,
    },
  ],
  messages: [
    { ...email(5790), direction: 'inbound', sent_at: '2026-03-12T09:00:00-04:00' },
    { ...email(5791), agent_id: 101, direction: 'outbound', sent_at: '2026-03-12T09:45:00-04:00' },
  ],
}

function email(id: number) {
  return { id, property_id: 11, prospect_id: 1001, channel: 'email', origin: 'agent' } as const
}

let store: TestStore
let company: CompanyContext
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, supplement)
  company = await store.engineAt(fixtureCompany.now).companyContext(maria)
})
afterAll(() => store.close())

const maria = viewer('manager', 201)

/** Values of a filter that occur in the company, other than its default. */
function candidates(report: ReportDefinition, key: FilterKey): unknown[] {
  const definition = filters[key]
  switch (definition.kind) {
    case 'period':
      return Object.keys(parameterValues(key)).map((preset) => ({ preset }))
    case 'id':
    case 'ids':
      return recordsOf(definition.of).map((one) => (definition.kind === 'id' ? one : [one]))
    case 'choice':
      return [...(optionsOf(report, key) ?? Object.keys(definition.options))]
    case 'choices':
      return Object.keys(definition.options).map((option) => [option])
    case 'flag':
      return [true]
    case 'number':
      return [definition.min, definition.max]
    case 'map':
      return attributesOf(definition.of).map(([name, value]) => ({ [name]: [value] }))
    case 'hours':
      return [...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ days: [day], hours: [0, 23] })), { days: [], hours: [9, 17] }]
    case 'text':
      return definition.of === 'attributeKey'
        ? [...attributesOf('property'), ...attributesOf('source')].map(([name]) => name)
        : wordsSaid()
  }
}

const parameterValues = (key: FilterKey): Record<string, true> =>
  Object.fromEntries(
    Object.values(filter(key).codec.params)
      .flatMap(({ values }) => values ?? [])
      .filter((value) => value !== 'custom')
      .map((value) => [value, true]),
  )

function recordsOf(of: 'property' | 'agent' | 'attribute' | 'team' | 'call' | 'source'): (number | string)[] {
  switch (of) {
    case 'property':
      return company.properties.map(({ id }) => id)
    case 'agent':
      return company.agents.map(({ id }) => id)
    case 'attribute':
      return company.attributes.map(({ id }) => id)
    case 'team':
      return company.properties.flatMap(({ leasingTeamId }) => leasingTeamId ?? [])
    case 'call':
      return (fixtureCompany.calls ?? []).map(({ id }) => id)
    case 'source':
      return company.sources.map(({ name }) => name)
  }
}

const attributesOf = (of: 'property' | 'source'): [string, string][] =>
  (of === 'property' ? company.properties : company.sources).flatMap(({ attributes }) => Object.entries(attributes))

const wordsSaid = (): string[] =>
  (fixtureCompany.transcripts ?? []).flatMap(({ utterances }) => (utterances ?? []).map(({ transcript }) => transcript))

/** A report's initial state, with the filters that it requires. */
function startOf(report: ReportDefinition): ReportState {
  return stateFrom(report, allowedFilters(report).includes('property') ? { property: '11' } : {})
}

/** The states in which a filter can have an effect: a filter that completes another one needs that one's values. */
function statesFor(report: ReportDefinition, key: FilterKey): ReportState[] {
  const start = startOf(report)
  const { completes } = filter(key)
  if (!completes) return [start]
  return completes.values
    .filter((value) => optionsOf(report, 'groupBy')?.includes(value))
    .map((value) => withFilter(start, completes.filter, value))
}

const withFilter = (state: ReportState, key: string, value: unknown): ReportState => ({
  ...state,
  filters: { ...state.filters, [key]: value },
})

interface Answer {
  shown: string
  notes: string[]
}

/** Answers by state: every control of a report starts from the same one. */
const answers = new Map<string, Promise<Answer | InputError>>()

function answer(report: ReportDefinition, state: ReportState): Promise<Answer | InputError> {
  const key = `${report.key} ${JSON.stringify(serializeState(report, state))}`
  const found = answers.get(key) ?? ask(report, state)
  answers.set(key, found)
  return found
}

/** What users see of a report: its numbers, table, and notes, but not the dates in its header. */
async function ask(report: ReportDefinition, state: ReportState): Promise<Answer | InputError> {
  try {
    const parsed = stateFrom(report, serializeState(report, state))
    const result = await store.engineAt(fixtureCompany.now).runReport(report, parsed, maria, { depth: 'all' })
    const { rows, total, priorRows, priorTotal, notes, metadata } = result
    const { columns, rows: lines } = buildTable(report, result, parsed)
    return { shown: JSON.stringify([rows, total, priorRows, priorTotal, notes, metadata, columns, lines]), notes }
  } catch (error) {
    if (error instanceof InputError) return error
    throw error
  }
}

/** A control, and states before and after it is set. */
interface Control {
  name: string
  label: string
  pairs: [before: ReportState, after: ReportState][]
}

function filterControls(report: ReportDefinition): Control[] {
  return allowedFilters(report).map((key) => ({
    name: key,
    label: filter(key).label,
    pairs: statesFor(report, key).flatMap((before) =>
      candidates(report, key).map((value): [ReportState, ReportState] => [before, withFilter(before, key, value)]),
    ),
  }))
}

function switchControls(report: ReportDefinition): Control[] {
  const before = startOf(report)
  return Object.entries(report.switches ?? {})
    .filter(([, { onPageOnly }]) => !onPageOnly)
    .flatMap(([key, { label, initial, options }]) =>
      Object.keys(options)
        .filter((option) => option !== initial)
        .map((option) => ({
          name: `${key} ${option}`,
          label,
          pairs: [[before, { ...before, switches: { ...before.switches, [key]: option } }]] satisfies Control['pairs'],
        })),
    )
}

/** Whether the control changes something, or the result says why it doesn't. */
async function matters(report: ReportDefinition, { label, pairs }: Control): Promise<boolean> {
  for (const [before, after] of pairs) {
    const [old, changed] = await Promise.all([answer(report, before), answer(report, after)])
    if (old instanceof InputError) throw old
    if (changed instanceof InputError || changed.shown !== old.shown) return true
    if (changed.notes.some((note) => note.toLowerCase().includes(label.toLowerCase()))) return true
  }
  return false
}

it.each(reports.map((report) => [report.key, report] as const))(
  '%s changes with each of its controls, or says why not',
  { timeout: 300_000 },
  async (_key, report) => {
    const dead: string[] = []
    await forEachInParallel([...filterControls(report), ...switchControls(report)], async (control) => {
      if (!(await matters(report, control))) dead.push(control.name)
    })
    expect(dead).toEqual([])
  },
)

it('draws what only the page of a report reads on that page', () => {
  for (const { key, switches = {}, inlineControls = [] } of reports)
    for (const [name, { onPageOnly }] of Object.entries(switches))
      if (onPageOnly) expect(inlineControls, key).toContain(name)
})
