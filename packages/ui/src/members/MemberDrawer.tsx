import { formatCell, type MemberPage } from '@leaselight/model'
import { Button, Pagination, Skeleton } from '@mantine/core'
import { IconExternalLink, IconFileTypeCsv } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { FindField } from '../parts/FindField'
import { Panel } from '../parts/Panel'
import { useIsDocked } from '../parts/useIsDocked'
import { useIsPhone } from '../parts/useIsPhone'
import { EmptyState, ErrorState } from '../states/States'
import { MemberCards } from './MemberCards'
import { MemberTable } from './MemberTable'
import classes from './members.module.css'

export interface MemberDrawerProps {
  opened: boolean
  onClose: () => void
  /** The panel's title: `Visits, Harbor View`. */
  title: string
  /** What the list says as a whole: `27 leads at Harbor View, 9 still wait for an answer`. */
  sentence?: string | undefined
  /** Opened to look at while the page stays in use. */
  preview?: boolean
  /** The words that narrow the list, and how many of its newest records they are looked for in. */
  search: string
  onSearch: (text: string) => void
  /** Opens a person in the CRM; undefined where the list has none. */
  onPerson?: ((prospectId: number) => void) | undefined
  /** Exports the list. */
  onExport: () => void
  exporting?: boolean
  /** The period and filters as text. */
  subtitle?: string
  page: MemberPage | null
  /** The time zone in which instants are shown. */
  timeZone: string
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
  const { opened, onClose, title, subtitle, page, loading = false, error, retry, onOpenInCrm, search } = props
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      position="right"
      docks
      preview={props.preview ?? false}
      size="min(70rem, 100vw)"
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
          {search === '' && page.total > page.pageSize && (
            <Pagination
              size="sm"
              siblings={1}
              value={page.page}
              total={Math.max(1, Math.ceil(page.total / page.pageSize))}
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
  const { title, sentence, timeZone, search, onSearch, onPerson } = props
  const phone = useIsPhone()
  const narrow = useIsDocked() || phone
  const shown = useMemo(
    () => ({ ...page, columns: varyingColumns(page), rows: matching(page, search, timeZone) }),
    [page, search, timeZone],
  )
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
          found={countText(page, shown.rows.length, search)}
        />
      </div>
      <section
        className={`${classes.box} ll-focus`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`List: ${title}`}
        data-stale={loading || undefined}
      >
        {shown.rows.length === 0 ? (
          <EmptyState title={`No matches for “${search}”`}>Try fewer letters, or another word.</EmptyState>
        ) : (
          <Rows page={shown} timeZone={timeZone} loading={loading} onPerson={onPerson} />
        )}
      </section>
    </>
  )
}

/** A column that says the same of every record is in the list's title already. */
const varyingColumns = ({ columns, total }: MemberPage): MemberPage['columns'] =>
  total > 1 ? columns.filter(({ varies }) => varies !== false) : columns

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The records in whose texts every word occurs. */
function matching({ columns, rows }: MemberPage, search: string, zone: string): MemberPage['rows'] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = fold(
      columns.map(({ key, format }) => `${row[key] ?? ''} ${formatCell(row[key], format, zone)}`).join(' '),
    )
    return words.every((word) => text.includes(word))
  })
}

function countText({ page, pageSize, rows, total }: MemberPage, found: number, search: string): string {
  const number = (value: number) => value.toLocaleString('en-US')
  if (search.trim() !== '')
    return `${number(found)} of ${rows.length < total ? `the newest ${number(rows.length)}` : number(total)}`
  const first = (page - 1) * pageSize + 1
  return `${number(first)} – ${number(first + rows.length - 1)} of ${number(total)}`
}
