import { type EntityName, entityOf, fieldOf } from '@leaselight/contract'
import { entityNamedBy } from '../csv/mapping'
import { NAMED } from '../ids'
import { amountOf, numberOf } from '../numbers'
import { type DateGuess, guessDates } from './dates'
import { isMostly, nameScore, plainWords } from './names'
import { type Column, IMPOSSIBLE, SampledTable, type TableOwner, type TableSample } from './table'
import { valueNames } from './valueWords'
import { ENTITY_LABELS, FULL_NAME, fieldNames } from './vocabulary'

/** How a field is made, as a mapping file writes it. */
export interface GuessedRule {
  column?: string
  columns?: string[]
  value?: string | number
  values?: Record<string, string | number>
  derive?: true
  part?: 'first' | 'last'
  format?: string
  time_zone?: string
}

/** Something that the table doesn't say by itself. */
export type Question =
  /** A value without a counterpart: a property by name, or a stage by its word. */
  | { kind: 'value'; field: string; column: string; value: string }
  /** A field that every record must have, and no column for it. */
  | { kind: 'field'; field: string }
  /** Dates that can be read with the month or the day first. They are read as `format` until somebody says otherwise. */
  | { kind: 'dates'; field: string; column: string; value: string; format: string | null; other: string }

/** A first mapping of a table, and what remains to be asked. */
export interface TableGuess {
  mapping: { entity: EntityName; fields: Record<string, GuessedRule> }
  questions: Question[]
  /** Fields with the same value in every row because the table doesn't say. */
  assumed: string[]
}

/** Values of fields that a table of another system rarely has. */
const ASSUMED: Readonly<Record<string, string>> = {
  insert_method: 'import',
  first_contact_channel: 'internet',
  'prospects.status': 'waiting',
  'prospects.source': 'Unknown',
  'leases.kind': 'new',
  'visits.visit_type': 'in-person',
  'appointments.tour_type': 'in-person',
  'appointments.booked_by': 'agent',
  'ad_spend.fee_type': 'monthly',
}

/** How many values without a counterpart are asked for. */
const MAX_QUESTIONS = 40

/** Guesses what the rows of a table are and which column is which field, from the names and the values. */
export function guessTable(sample: TableSample, owner: TableOwner, entity?: EntityName): TableGuess {
  const table = new SampledTable(sample, owner)
  if (entity) return new Guess(entity, table).result()
  const guesses = Object.keys(ENTITY_LABELS).map((name) => new Guess(name as EntityName, table))
  // Of equal guesses the first: what is imported most often.
  return guesses.reduce((best, one) => (one.score > best.score ? one : best)).result()
}

class Guess {
  score = 0
  readonly #fields: Record<string, GuessedRule> = {}
  readonly #questions: Question[] = []
  readonly #assumed: string[] = []
  readonly #used = new Set<Column>()

  constructor(
    readonly entity: EntityName,
    readonly table: SampledTable,
  ) {
    this.#assignColumns()
    this.#assignNames()
    this.#fillRequired()
  }

  result(): TableGuess {
    const order = ['deleted', ...Object.keys(entityOf(this.entity).fields)]
    const fields = Object.entries(this.#fields).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    return {
      mapping: { entity: this.entity, fields: Object.fromEntries(fields) },
      questions: this.#questions
        .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
        .slice(0, MAX_QUESTIONS),
      assumed: this.#assumed,
    }
  }

  /** The best pairs of field and column first, each used once. */
  #assignColumns(): void {
    const pairs = Object.keys(entityOf(this.entity).fields).flatMap((field) =>
      this.table.columns.flatMap((column) => {
        const score = nameScore(column.words, fieldNames(this.entity, field))
        return score > 0 ? [{ field, column, score }] : []
      }),
    )
    for (const { field, column, score } of pairs.sort((a, b) => b.score - a.score)) {
      if (this.#used.has(column) || Object.hasOwn(this.#fields, field)) continue
      const rule = this.#ruleOf(field, column)
      if (!rule) continue
      this.#fields[field] = rule
      this.#used.add(column)
      this.score += fieldOf(this.entity, field)?.required ? 2 * score : score
    }
  }

  /** A full name in one column. */
  #assignNames(): void {
    const { fields } = entityOf(this.entity)
    if (!fields.first_name || Object.hasOwn(this.#fields, 'first_name')) return
    const [best] = this.table.columns
      .filter((column) => !this.#used.has(column))
      .map((column) => ({ column, score: nameScore(column.words, FULL_NAME) }))
      .filter(({ column, score }) => score > 0 && column.values.some((value) => /[a-z]/i.test(value)))
      .sort((a, b) => b.score - a.score)
    if (!best) return
    this.#used.add(best.column)
    this.#fields.first_name = { column: best.column.name, part: 'first' }
    if (!Object.hasOwn(this.#fields, 'last_name')) this.#fields.last_name = { column: best.column.name, part: 'last' }
    this.score += 1
  }

  #fillRequired(): void {
    for (const [field, { required }] of Object.entries(entityOf(this.entity).fields)) {
      if (!required || Object.hasOwn(this.#fields, field)) continue
      const rule = this.#ruleWithoutColumn(field)
      if (rule) this.#fields[field] = rule
      else {
        this.#questions.push({ kind: 'field', field })
        this.score -= 2
      }
    }
  }

  #ruleWithoutColumn(field: string): GuessedRule | undefined {
    if (field === 'company_id') return { value: this.table.companyId }
    const assumed = ASSUMED[`${this.entity}.${field}`] ?? ASSUMED[field]
    if (assumed !== undefined) {
      this.#assumed.push(field)
      return { value: assumed }
    }
    if (field === 'status_at') {
      const { datedBy } = entityOf(this.entity)
      const date = datedBy === undefined ? undefined : this.#fields[datedBy]
      return date ? { ...date } : undefined
    }
    if (field !== 'id') return undefined
    // Rows without an id of their own are told apart by who and when.
    const columns = [
      'name',
      'first_name',
      'last_name',
      'email',
      'phone',
      'prospect_id',
      'unit_id',
      'source',
      this.#dated(),
    ]
      .flatMap((one) => this.#fields[one]?.column ?? [])
      .filter((column, index, all) => all.indexOf(column) === index)
    if (columns.length === 0) return undefined
    this.#assumed.push('id')
    return { columns: this.table.tellingApart(columns, this.#fields.property_id?.column), derive: true }
  }

  #dated(): string {
    const { datedBy, fields } = entityOf(this.entity)
    return datedBy ?? (fields.starts_on ? 'starts_on' : '')
  }

  /** How the column becomes the field; undefined when its values can't. */
  #ruleOf(field: string, { name, words, values }: Column): GuessedRule | undefined {
    const declared = fieldOf(this.entity, field)
    if (!declared) return undefined
    const rule: GuessedRule = { column: name }
    switch (declared.kind) {
      case 'id':
        if (field === 'property_id') return this.#propertyRule(name, values)
        return this.#idRule(field, name, words, values)
      case 'instant':
      case 'date': {
        const dates = guessDates(values)
        return dates && { ...rule, ...this.#dateRule(field, name, values, dates), ...zoneOf(words, name) }
      }
      case 'choice':
        return this.#choiceRule(field, name, values, declared.values ?? [])
      case 'boolean':
        return isMostly(values, (value) => /^(y|yes|n|no|true|false|0|1|x|on|off)$/i.test(value)) ? rule : undefined
      case 'money':
        return isMostly(values, (value) => typeof amountOf(value, '.') === 'number') ? rule : undefined
      case 'whole':
      case 'number':
        return isMostly(values, (value) => typeof numberOf(value, '.') === 'number') ? rule : undefined
      case 'text':
        if (field === 'email') return isMostly(values, (value) => value.includes('@')) ? rule : undefined
        if (field === 'phone' || field === 'caller_phone')
          return isMostly(values, (value) => (value.match(/\d/g)?.length ?? 0) >= 7) ? rule : undefined
        return rule
      case 'zone':
      case 'handle':
        return rule
      default:
        return undefined
    }
  }

  #idRule(field: string, column: string, words: string, values: readonly string[]): GuessedRule | undefined {
    const named = entityNamedBy(this.entity, field)
    // `101` of a unit is its name, as the table of units has it, unless the column says that it is an id.
    const isName = field !== 'id' && named !== undefined && NAMED.has(named) && !/\b(id|code)\b/.test(words)
    if (!isName && isMostly(values, (value) => /^[1-9]\d{0,15}$/.test(value))) return { column }
    return named ? { column, derive: true } : undefined
  }

  #propertyRule(column: string, written: readonly string[]): GuessedRule | undefined {
    const values: Record<string, number> = {}
    const unknown: Question[] = []
    for (const value of written) {
      if (value === IMPOSSIBLE) continue
      const id = this.table.property(value)
      if (id !== undefined) values[value] = id
      else unknown.push({ kind: 'value', field: 'property_id', column, value })
    }
    // A column of ids needs no table of names.
    if (unknown.length === 0 && written.length > 0 && written.every((value) => String(values[value]) === value))
      return { column }
    this.#questions.push(...unknown)
    return { column, values }
  }

  #choiceRule(
    field: string,
    column: string,
    written: readonly string[],
    ours: readonly string[],
  ): GuessedRule | undefined {
    const values: Record<string, string> = {}
    const unknown: Question[] = []
    for (const value of written) {
      if (value === IMPOSSIBLE) continue
      const words = plainWords(value)
      const known = ours.find((one) => valueNames(this.entity, field, one).some((name) => plainWords(name) === words))
      if (known !== undefined) values[value] = known
      else unknown.push({ kind: 'value', field, column, value })
    }
    // Names alone may mislead: `Type` of a table of phones. Somebody must recognize a value.
    if (written.length > 0 && Object.keys(values).length === 0 && unknown.length > 12) return undefined
    this.#questions.push(...unknown)
    return { column, values }
  }

  #dateRule(field: string, column: string, values: readonly string[], { format, other }: DateGuess): GuessedRule {
    const [value = ''] = values
    if (other !== undefined && this.table.dateOrder)
      return this.table.dateOrder === 'day first' ? { format: other } : format === undefined ? {} : { format }
    if (other !== undefined)
      this.#questions.push({ kind: 'dates', field, column, value, format: format ?? null, other })
    return format === undefined ? {} : { format }
  }
}

/** `Created (UTC)` says its zone; `Created (local)` means the property's, as does a name that says nothing. */
const zoneOf = (words: string, name: string): GuessedRule =>
  /\b(utc|gmt)\b/i.test(name) || /\b(utc|gmt)\b/.test(words) ? { time_zone: 'UTC' } : {}
