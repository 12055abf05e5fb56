import {
  type CardLayout,
  cardMeta,
  cardStandings,
  cardTitle,
  isTelling,
  type Judgement,
  MISSING,
  type TableJudgements,
  type TableModel,
  type TableRow,
  unitOf,
} from '@leaselight/model'
import { Button } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { ContactLink } from '../parts/ContactLink'
import { Facts } from '../parts/Facts'
import { FindField, foundText } from '../parts/FindField'
import { Standing } from '../parts/Standing'
import type { CellAction } from '../table/actions'
import { type Arrangement, arrange, CLOSED, firstLines, type Line, rowsOf, type Sort, topRows } from '../table/arrange'
import { type RemoteRows, useRemoteArrangement } from '../table/remote'
import { useFound } from '../table/useFound'
import { useRowJudgements } from '../table/useRowJudgements'
import classes from './cards.module.css'

interface Props {
  table: TableModel
  judgements?: TableJudgements | null
  layout: CardLayout
  /** What the cards show, for screen readers. */
  caption: string
  /** How many leading columns name the row; 0 in a list of records. */
  nameColumns: number
  /** How many cards there are at first. */
  first?: number
  order: Sort | null
  /** The rows that show those inside them, and these. */
  inside?: Pick<Arrangement, 'expanded' | 'childrenOf'>
  /** New numbers are loading: the old ones stay, dimmed. */
  stale: boolean
  cellActions?: Readonly<Record<string, CellAction>> | undefined
  /** The total of the rows that a search found. */
  totalOf?: ((rows: readonly TableRow[]) => TableModel['total']) | undefined
  /** Receives the keys of the rows that a search found; null without a search. */
  onFound?: ((keys: ReadonlySet<string> | null) => void) | undefined
  /** Opens the list behind a number of a row; without it cards only show. */
  onOpen?: (row: TableRow, columnKey: string) => void
  /** Where the table has only the first of its rows: how to get at the others. */
  remote?: RemoteRows | undefined
  /** More buttons below the cards. */
  children: ReactNode
}

/** How many more cards each time. */
const MORE = 40

/** A table's rows as cards, for a phone: the name, one number, one line; a tap opens the people behind it. */
export default function RowCards(props: Props) {
  const { table, judgements, layout, caption, nameColumns, first = 10, order, inside = CLOSED, stale, remote } = props
  const isRemote = remote !== undefined
  const [search, setSearch] = useState('')
  const [more, setMore] = useState(0)
  const lines = useMemo(() => {
    const by = isRemote ? { sort: null, search: '' } : { sort: order, search }
    return arrange(table, nameColumns, { ...by, ...inside })
  }, [table, nameColumns, isRemote, order, search, inside])
  const rows = useMemo(() => rowsOf(lines), [lines])
  const judged = useRowJudgements(judgements, lines, inside.childrenOf)
  const isSearching = search.trim() !== ''
  useFound(isSearching && !isRemote, lines, props.onFound)
  const total = isSearching && rows.length > 0 && layout.trailing !== null ? props.totalOf?.(topRows(lines)) : undefined
  const summed = layout.trailing === null ? undefined : total?.texts[layout.trailing]
  const unit = unitOf(table.columns[layout.trailing ?? 0] ?? { label: '' })
  const what = nameColumns === 0 ? 'Find in the list' : `Find by ${(table.columns[0]?.label ?? 'name').toLowerCase()}`
  useRemoteArrangement(remote, order, search)
  const length = remote?.length ?? rows.length
  // What has nothing to say waits with those behind the button; where all have, it is the page's answer.
  const telling = isSearching ? first : rows.filter((row) => !row.isSilent).length || first
  const limit = Math.min(first, telling) + more
  const left = length - Math.min(limit, rows.length)
  const showMore = () => {
    setMore(more + MORE)
    if (limit + MORE > rows.length) remote?.more()
  }
  return (
    <section className={classes.frame} aria-label={caption} data-stale={stale || undefined}>
      {(isRemote || table.rows.length > first) && (
        <div className={classes.find}>
          <FindField
            label={what}
            value={search}
            onChange={(text) => {
              setSearch(text)
              setMore(0)
            }}
            found={isSearching ? foundText(length, remote?.all ?? table.rows.length) : null}
          />
        </div>
      )}
      {summed && summed !== MISSING && (
        <p className={classes.sum}>
          Together <span className="ll-number">{summed}</span> {unit}
        </p>
      )}
      <ul className={classes.cards} aria-busy={stale} data-cards>
        {firstLines(lines, limit).map((line) => (
          <li key={line.id} data-inside={('level' in line && line.level > 0) || undefined}>
            {line.kind === 'row' ? (
              <Card {...props} item={line.item} judgement={judgementOf(judged, line.item, layout.trailing)} />
            ) : (
              <InsideNotice line={line} />
            )}
          </li>
        ))}
      </ul>
      {rows.length === 0 && (
        <p role="status" className={classes.none}>
          {search ? `No matches for “${search}”.` : 'There is nothing in this period.'}
        </p>
      )}
      {remote?.error && (
        <p role="alert" className={classes.none}>
          {remote.error.message}
        </p>
      )}
      <div className={classes.foot}>
        {left > 0 && (
          <Button variant="default" loading={remote?.loading ?? false} onClick={showMore}>
            Show {Math.min(left, MORE)} more
          </Button>
        )}
        {props.children}
      </div>
    </section>
  )
}

/** That rows inside another one are loading, or why they are not here. */
function InsideNotice({ line }: { line: Line }) {
  if (line.kind === 'loading')
    return (
      <p role="status" className={classes.none}>
        Loading the rows inside
      </p>
    )
  if (line.kind !== 'error') return null
  return (
    <p role="alert" className={classes.none}>
      {line.message}{' '}
      {line.retry && (
        <Button variant="default" onClick={line.retry}>
          Try again
        </Button>
      )}
    </p>
  )
}

function judgementOf(
  judgementsOf: TableJudgements['row'] | undefined,
  { row }: TableRow,
  index: number | null,
): Judgement | null {
  const found = index === null ? null : judgementsOf?.(row.key)?.[index]
  return found && isTelling(found) ? found : null
}

type CardProps = Props & { item: TableRow; judgement: Judgement | null }

function Card(props: CardProps) {
  const { table, layout, nameColumns, cellActions = {}, onOpen, item, judgement } = props
  const { trailing } = layout
  const title = cardTitle(layout, table, item, nameColumns)
  const tap = layout.action === null ? undefined : cellActions[layout.action]
  const tapped = tap && tap.text(item) !== null ? tap : undefined
  const column = layout.opens.find((index) => Number(item.values[index] ?? 0) !== 0)
  const opened = column === undefined || !onOpen ? undefined : table.columns[column]
  // A tap on the title's own column says what the card says already.
  const isTitle = layout.title !== null && table.columns[layout.title]?.key === layout.action
  const contact = layout.contacts.find((index) => item.values[index])
  const contacted = contact === undefined ? undefined : table.columns[contact]
  const ranks = cardStandings(layout, table, item)
  const buttons = Object.entries(cellActions).filter(([key, action]) => key !== layout.action && action.text(item))
  const main = (
    <>
      <span className={classes.words}>
        <span className={classes.title}>
          {title}
          {item.mark && <span className={classes.mark}> · {item.mark}</span>}
        </span>
        {tapped?.wide && !isTitle && <span className={classes.excerpt}>{tapped.text(item)}</span>}
        <span className={classes.meta}>
          <Facts facts={cardMeta(layout, table, item, judgement)} />
        </span>
        {ranks.map(({ key, label, standing }) => (
          <span key={key} className={classes.rank}>
            {ranks.length > 1 && `${label} `}
            <Standing standing={standing} by={table.peersBy ?? ''} />
          </span>
        ))}
      </span>
      {trailing !== null && (
        <span className={classes.number} data-tone={judgement?.tone}>
          <span className={`${classes.value} ll-number`}>
            {judgement?.direction === 'up' && <IconArrowUpRight size={16} aria-hidden />}
            {judgement?.direction === 'down' && <IconArrowDownRight size={16} aria-hidden />}
            {item.texts[trailing] || '—'}
          </span>
          <span className={classes.meta}>
            {table.columns[trailing] && unitOf(table.columns[trailing], item.texts[trailing])}
            {judgement && <span className="ll-spoken">, {[judgement.change, judgement.words].join(' ')}</span>}
          </span>
        </span>
      )}
    </>
  )
  return (
    <div className={classes.card}>
      {tapped ? (
        <button
          type="button"
          className={`${classes.main} ll-focus`}
          aria-label={tapped.label(item)}
          onClick={() => tapped.onSelect(item)}
        >
          {main}
        </button>
      ) : opened ? (
        <button
          type="button"
          className={`${classes.main} ll-focus`}
          aria-description={`Opens the list: ${opened.label}`}
          onClick={() => onOpen?.(item, opened.key)}
        >
          {main}
        </button>
      ) : (
        <div className={classes.main}>{main}</div>
      )}
      {contacted && contact !== undefined && (
        <span className={classes.contact}>
          <ContactLink format={contacted.format} value={String(item.values[contact])} name={title} large iconOnly />
        </span>
      )}
      {buttons.map(([key, action]) => (
        <button
          key={key}
          type="button"
          className={`${classes.action} ll-focus`}
          aria-label={action.label(item)}
          onClick={() => action.onSelect(item)}
        >
          {action.icon ?? action.text(item)}
        </button>
      ))}
    </div>
  )
}
