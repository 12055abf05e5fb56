import { raw, type Sql, sql } from '../plan/sql'
import { type Carries, type DimensionKey, type FilterTarget, localHour } from './definition'
import { alignedDay, alignedMonth } from './periods'
import { isPaid, topmostSource } from './sourceFamilies'

/** The key of records that carry no value of a dimension; materialized because rows can't be grouped by a constant. */
const EMPTY_KEY = raw(`materialize('')`)
const NO_ID_KEY = raw('materialize(toUInt64(0))')

const key = (expression: Sql): DimensionKey => ({ sql: () => expression })
const keyIn = (column: string): DimensionKey => ({ ...key(raw(column)), column })

/** Combines what a record type carries. */
export function carry(...parts: readonly Partial<Carries>[]): Carries {
  return {
    dimensions: Object.assign({}, ...parts.map((part) => part.dimensions)),
    filters: Object.assign({}, ...parts.map((part) => part.filters)),
  }
}

/** The same, from columns of the record type's lazy join. */
export function lazily(...parts: readonly Partial<Carries>[]): Carries {
  const { dimensions, filters } = carry(...parts)
  const mark = <T extends DimensionKey | FilterTarget>(entries: Record<string, T>) =>
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...entry, lazy: true }]))
  return { dimensions: mark(dimensions), filters: mark(filters) }
}

/** The property that decides a record's row. */
export const property = (column: string): Partial<Carries> => ({
  dimensions: {
    property: keyIn(column),
    'custom-attribute': {
      column,
      sql: ({ propertyAttribute: { ids, values } }) => mapped(raw(column), ids, values),
    },
  },
})

/** The agent of a record; an unknown or deleted agent has no row. */
export const agent = (column: string): Partial<Carries> => ({
  dimensions: {
    agent: {
      sql: ({ companyId }) =>
        sql`if(${raw(column)} IN (SELECT id FROM agents FINAL WHERE company_id = ${companyId}), ${raw(column)}, 0)`,
    },
  },
  filters: { agentIds: { column: raw(column) } },
})

/** Records without an agent: all of them count in the row Unassigned. */
export const noAgent: Partial<Carries> = { dimensions: { agent: key(NO_ID_KEY) } }

/**
 * The marketing source by name. A record without one counts as Unknown and can be filtered by that name.
 * @param isOfProspect whether it is that of a record's prospect, which is joined to each record
 */
export function source(column: string, isOfProspect = false): Partial<Carries> {
  // People at hand have numbers for their texts.
  const name = raw(`trimBoth(toString(${column}))`)
  const shown = { column: sql`if(${name} = '', 'Unknown', ${name})` }
  const of = { column, isLookedUp: isOfProspect }
  return {
    dimensions: {
      source: { ...key(name), ...of },
      'source-attribute': {
        ...of,
        sql: ({ sourceAttribute: { names, values } }) => mapped(name, names, values),
      },
      'source-parent': { ...of, sql: ({ sources }) => topmostSource(name, sources) },
    },
    filters: {
      sources: shown,
      sourceNames: shown,
      sourcesByAttributes: shown,
      sourceByView: { column: ({ sources }) => isPaid(name, sources) },
    },
  }
}

/** How a prospect first got in touch. */
export const firstContact = (column: string): Partial<Carries> => ({
  dimensions: { contact: keyIn(column) },
  filters: { contacts: { column: raw(column) } },
})

/** The local date and hour of a record's main instant. */
export function instant(column: string): Partial<Carries> {
  const stem = column.replace(/_at$/, '')
  const weekday = raw(`toDayOfWeek(${stem}_day)`)
  const hour = localHour(column)
  return {
    dimensions: { ...calendar(`${stem}_day`), day: key(weekday), hour: key(hour) },
    filters: { daysHours: { column: weekday, hour } },
  }
}

/** The date of records that have no hour. */
export const calendarDay = (column: string): Partial<Carries> => ({
  dimensions: { ...calendar(column), day: key(raw(`toDayOfWeek(${column})`)) },
})

const calendar = (day: string): Carries['dimensions'] => ({
  date: { sql: (context) => sql`toString(${alignedDay(day, context)})` },
  week: { sql: (context) => sql`toString(toStartOfWeek(${alignedDay(day, context)}, 1))` },
  month: { sql: (context) => sql`toString(${alignedMonth(day, context)})` },
})

function namingCampaigns(companyId: number, condition: Sql): Sql {
  return sql`campaign_id IN (SELECT id FROM campaigns FINAL WHERE company_id = ${companyId} AND ${condition})`
}

/** The drip campaign and its step; an unknown or deleted campaign has no row. */
export const campaign: Partial<Carries> = {
  dimensions: {
    campaign: {
      sql: ({ companyId }) =>
        sql`if(campaign_id IN (SELECT id FROM campaigns FINAL WHERE company_id = ${companyId}), campaign_id, 0)`,
    },
    step: key(raw(`ifNull(toString(step), '')`)),
  },
  filters: {
    dripCampaignStatuses: { column: raw('is_archived'), naming: namingCampaigns },
    triggerTypes: { column: raw('trigger_type'), naming: namingCampaigns },
  },
}

/** Dimensions whose key is the plain column. */
export const values = (columns: Partial<Record<keyof Carries['dimensions'], string>>): Partial<Carries> => ({
  dimensions: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, key(raw(column))])),
})

function mapped(value: Sql, from: readonly (string | number)[], to: readonly string[]): Sql {
  if (from.length === 0) return EMPTY_KEY
  // A list holds ids or names, never both.
  return sql`transform(${value}, ${from as readonly string[]}, ${to}, '')`
}
