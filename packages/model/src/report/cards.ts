import { asNoun, singularOf } from '../format/text'
import { MISSING } from '../format/values'
import { rowName } from './arrangeRows'
import { isRecordList, type ReportDefinition } from './definition'
import { defaultOrder } from './order'
import type { PeerStanding } from './result'
import type { ReportState } from './state'
import type { TableColumn, TableModel, TableRow } from './tableModel'
import { type Judged, usualCell } from './usualCell'
import { rowDimensions } from './visible'

/** Where a card's parts are in the table's columns. */
export interface CardLayout {
  /** Null where the row's own name is the title. */
  title: number | null
  /** What stands for a title that a record doesn't have. */
  otherwise: readonly number[]
  meta: readonly number[]
  trailing: number | null
  /** The columns whose lists a tap can open, the preferred one first. */
  opens: readonly number[]
  /** The column whose button a tap on the card presses. */
  action: string | null
  /** The columns whose phone number or email address is one tap away, the preferred one first. */
  contacts: readonly number[]
}

/** How many columns the line below a card's name has unless the report declares them. */
const META = 2

/** How a report's rows are shown as cards, by its declaration or by its shape. */
export function cardLayout(report: ReportDefinition, state: ReportState, { columns }: TableModel): CardLayout {
  const { card = {}, tiles } = report
  const names = rowDimensions(report, state).length
  const indexOf = (key: string | undefined) => columns.findIndex((column) => column.key === key)
  const allOf = (keys: readonly string[]) => keys.map(indexOf).filter((index) => index >= names)
  const list = isRecordList(report)
  const texts = columns.flatMap(({ format }, index) => (format === 'text' ? [index] : []))
  const title = list ? (allOf([card.title ?? ''])[0] ?? texts[0] ?? 0) : null
  const main = card.trailing ?? (list ? undefined : (defaultOrder(report, state)?.column ?? tiles[0]))
  const numbers = columns.flatMap(({ align }, index) => (index >= names && align === 'right' ? [index] : []))
  const trailing = allOf([main ?? ''])[0] ?? (list ? undefined : numbers[0]) ?? null
  const rest = list ? columns.map((_, index) => index) : [...allOf(tiles), ...numbers]
  const others = [...new Set(rest)].filter((index) => index !== title && index !== trailing)
  const meta = card.meta ? allOf(card.meta) : others.slice(0, META)
  const candidates = [...(trailing === null ? [] : [trailing]), ...meta, ...numbers]
  return {
    title,
    otherwise: allOf([card.otherwise ?? '']),
    meta,
    trailing,
    opens: [...new Set(candidates)].filter((index) => columns[index]?.drillable),
    action: card.action ?? null,
    contacts: allOf(card.contact ?? []),
  }
}

/**
 * What a card is called: the row's name; of a record without one its phone number or address, or what else its report
 * declares, else what is unknown of it.
 */
export function cardTitle(
  { title, contacts, otherwise }: Pick<CardLayout, 'title' | 'contacts' | 'otherwise'>,
  { columns }: TableModel,
  row: TableRow,
  nameColumns: number,
): string {
  if (title === null) return rowName(row, nameColumns) || 'Unknown'
  const known = [title, ...contacts, ...otherwise]
    .map((index) => row.texts[index])
    .find((text) => text && text !== MISSING)
  return known ?? `Unknown ${unitOf(columns[title] ?? { label: '' })}`
}

/**
 * The facts below a card's name: `9 asked`, `18.8 h median`, `longer than usual`; a record's speak for themselves.
 * @param judged what was judged of the number on the right; null where it did not change
 */
export function cardMeta(
  { meta, title, trailing }: Pick<CardLayout, 'meta' | 'title' | 'trailing'>,
  { columns }: TableModel,
  { texts }: TableRow,
  judged: Judged | null = null,
): string[] {
  const facts = meta.flatMap((index) => {
    const [column, text] = [columns[index], texts[index]]
    if (!column || !text || text === MISSING) return []
    if (column.align === 'left' || title !== null) return text
    // A share of something is said of it, `4 of 5 scanned`; a score or a rate has a name of its own: `score 70`.
    const isNamed = NAMED_FORMATS.has(column.format) && !column.label.endsWith('%')
    return isNamed ? `${unitOf(column)} ${text}` : `${text} ${unitOf(column, text)}`
  })
  const main = columns[trailing ?? -1]
  const words = main ? usualCell(judged, main, texts[trailing ?? -1] ?? '').words : ''
  return words ? [...facts, words] : facts
}

const NAMED_FORMATS: ReadonlySet<TableColumn['format']> = new Set(['percent', 'tenths'])

/** Where the numbers of a card are among those of its peers: what it shows first comes first. */
export function cardStandings(
  { meta, trailing }: Pick<CardLayout, 'meta' | 'trailing'>,
  { columns }: TableModel,
  { standings = {} }: TableRow,
): { key: string; label: string; standing: PeerStanding }[] {
  return [...(trailing === null ? [] : [trailing]), ...meta].flatMap((index) => {
    const column = columns[index]
    const standing = column && standings[column.key]
    return standing && standing.state !== 'missing' ? { key: column.key, label: unitOf(column), standing } : []
  })
}

/**
 * A column's label after its number: `Within 30 min %` is `within 30 min`, `Prospects, with AI` is `prospects with AI`, but
 * `AI` stays; of one it is `1 lease`, `1 visit with scan`.
 */
export function unitOf({ label }: Pick<TableColumn, 'label'>, text = ''): string {
  const plain = asNoun(label.replace(/ ?%$/, ''))
  const unit = /^[A-Z][a-z’]/.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain
  return text === '1' ? unit.replace(/^.*?(?= with|$)/, singularOf) : unit
}
