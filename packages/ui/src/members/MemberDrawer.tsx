import type { MemberPage } from '@leaselight/model'
import { Button, Pagination, Skeleton } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Panel } from '../parts/Panel'
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
  const { opened, onClose, title, subtitle, page, loading = false, error, retry, onOpenInCrm } = props
  return (
    <Panel
      opened={opened}
      onClose={onClose}
      position="right"
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
          {props.actions}
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

function Members({ page, title, timeZone, loading = false }: MemberDrawerProps & { page: MemberPage }) {
  const isPhone = useIsPhone()
  if (page.total === 0)
    return (
      <EmptyState title="There is nothing behind this number">No record is counted here with these filters.</EmptyState>
    )
  const first = (page.page - 1) * page.pageSize + 1
  return (
    <>
      <p className={`${classes.count} ll-number`} role="status">
        {first.toLocaleString('en-US')} – {(first + page.rows.length - 1).toLocaleString('en-US')} of{' '}
        {page.total.toLocaleString('en-US')}
      </p>
      <section
        className={`${classes.box} ll-focus`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`List: ${title}`}
        data-stale={loading || undefined}
      >
        {isPhone ? (
          <MemberCards page={page} timeZone={timeZone} loading={loading} />
        ) : (
          <MemberTable page={page} timeZone={timeZone} loading={loading} />
        )}
      </section>
    </>
  )
}
