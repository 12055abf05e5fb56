import '@mantine/core/styles/Pagination.css'
import type { DateStyle, MemberPage } from '@leaselight/model'
import { Button, Pagination, Skeleton } from '@mantine/core'
import { IconExternalLink, IconFileTypeCsv } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { FindField } from '../parts/FindField'
import { Panel } from '../parts/Panel'
import { useIsDocked } from '../parts/useIsDocked'
import { useIsPhone } from '../parts/useIsPhone'
import { EmptyState, ErrorState } from '../states/States'
import type { Sort } from '../table/arrange'
import { MemberCards } from './MemberCards'
import { MemberTable } from './MemberTable'
import classes from './members.module.css'
import { SortSelect } from './SortSelect'

export interface MemberDrawerProps {
  opened: boolean
  onClose: () => void
  /** The panel's title: `Visits, Harbor View`. */
  title: string
  /** What the list says as a whole: `27 leads at Harbor View, 9 still wait for an answer`. */
  sentence?: string | undefined
  /** Opened to look at while the page stays in use. */
  preview?: boolean
  /** The words that narrow the list, as they are typed. */
  search: string
  onSearch: (text: string) => void
  /** The words that the page was asked with. */
  found: string
  /** How the list is sorted; null: the newest first. */
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** Opens a person in the CRM; undefined where the list has none. */
  onPerson?: ((prospectId: number) => void) | undefined
  /** Exports the list. */
  onExport: () => void
  exporting?: boolean
  /** The days that the list is of. */
  subtitle?: string
  page: MemberPage | null
  /** How dates and times are shown. */
  dates: DateStyle
  onPage: (page: number) => void
  /** Opens the people in the CRM; undefined when there are none. */
  onOpenInCrm?: (() => void) | undefined
  /** True while they are sent to the CRM. */
  openingInCrm?: boolean
  /** More to do with the number, beside the link to the CRM. */
  actions?: ReactNode
  loading?: boolean
  /** What went wrong, as a sentence. */
  error?: string | null
  retry?: () => void
}

const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** The records behind a number, page by page; their total equals the number. Load it lazily. */
export default function MemberDrawer(props: MemberDrawerProps) {
  const { opened, onClose, title, subtitle, page, loading = false, error, retry, onOpenInCrm } = props
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      position="right"
      docks
      preview={props.preview ?? false}
      size="min(82rem, 100vw)"
      closeLabel="Close the list"
      title={
        <>
          {title}
          {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        </>
      }
    >
      {error ? (
        <ErrorState message={error} retry={retry} />
      ) : page ? (
        <Members {...props} page={page} />
      ) : (
        <div className={classes.skeleton} role="status" aria-label="Loading the list">
          {LINES.map((line) => (
            <Skeleton key={line} height={12} />
          ))}
        </div>
      )}
      {page && !error && page.total > 0 && (
        <div className={classes.foot}>
          {page.length > page.pageSize && (
            <Pagination
              size="sm"
              siblings={1}
              value={page.page}
              total={Math.max(1, Math.ceil(page.length / page.pageSize))}
              onChange={props.onPage}
              disabled={loading}
              getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
              getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
            />
          )}
          {props.actions}
          <Button
            variant="default"
            leftSection={<IconFileTypeCsv size={14} stroke={1.5} aria-hidden />}
            loading={props.exporting ?? false}
            onClick={props.onExport}
          >
            CSV
          </Button>
          {onOpenInCrm && (
            <Button
              rightSection={<IconExternalLink size={14} aria-hidden />}
              loading={props.openingInCrm ?? false}
              onClick={onOpenInCrm}
            >
              Open in CRM
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

function Members({ page, loading = false, ...props }: MemberDrawerProps & { page: MemberPage }) {
  const { title, sentence, dates, search, onSearch, found, sort, onSort, onPerson } = props
  const phone = useIsPhone()
  const narrow = useIsDocked() || phone
  const shown = useMemo(() => ({ ...page, columns: varyingColumns(page) }), [page])
  if (page.total === 0)
    return (
      <EmptyState title="There is nothing behind this number">No record is counted here with these filters.</EmptyState>
    )
  const Rows = narrow ? MemberCards : MemberTable
  return (
    <>
      {sentence && <p className={classes.sentence}>{sentence}</p>}
      <div className={classes.tools}>
        <FindField
          label="Find in the list"
          value={search}
          onChange={onSearch}
          found={countText(page, found !== '', sort !== null)}
        />
        {narrow && <SortSelect columns={shown.columns} sort={sort} onSort={onSort} />}
      </div>
      <section
        className={`${classes.box} ll-focus`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`List: ${title}`}
        data-stale={loading || undefined}
      >
        {shown.rows.length === 0 ? (
          <EmptyState title={`No matches for “${found}”`}>Try fewer letters, or another word.</EmptyState>
        ) : (
          <Rows page={shown} dates={dates} loading={loading} onPerson={onPerson} sort={sort} onSort={onSort} />
        )}
      </section>
    </>
  )
}

/** A column that says the same of every record is in the list's title already. */
const varyingColumns = ({ columns, total }: MemberPage): MemberPage['columns'] =>
  total > 1 ? columns.filter(({ varies }) => varies !== false) : columns

/** `51 – 100 of 240`, `3 of 240`, `3 of the newest 10,000`. */
function countText(page: MemberPage, isFound: boolean, isSorted: boolean): string {
  const number = (value: number) => value.toLocaleString('en-US')
  const { total, length, searched, rows } = page
  const all = (isFound || isSorted) && searched < total ? `the newest ${number(searched)}` : number(total)
  if (isFound) return `${number(length)} of ${all}`
  const first = (page.page - 1) * page.pageSize + 1
  return `${number(first)} – ${number(first + rows.length - 1)} of ${all}`
}
