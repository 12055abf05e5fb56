import { type DayRange, namedProperties, type ReportState } from '@leaselight/model'
import { ChartNotes } from '@leaselight/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useServices } from '../app/Services'
import { timelineNotes } from './queries'

const NoteDialog = lazy(() => import('./NoteDialog'))

interface Props {
  state: ReportState
  /** The days whose notes the report shows; null where it has none. */
  days: DayRange | null
  children: ReactNode
}

/** Lets the charts of a report begin a note, with their day and the report's properties filled in. */
export function NotesOnCharts({ state, days: noted, children }: Props) {
  const { client } = useServices()
  const { data } = useQuery(timelineNotes(client, noted, noted !== null))
  const [days, setDays] = useState<DayRange | null>(null)
  const mayWrite = data?.mayWrite
  const value = useMemo(() => (mayWrite ? { onAdd: setDays } : null), [mayWrite])
  return (
    <ChartNotes value={value}>
      {children}
      {days && data && (
        <Suspense>
          <NoteDialog
            initial={{
              text: '',
              startDate: days.start,
              endDate: days.end,
              propertyIds: [...namedProperties(state)],
              attribute: null,
              value: null,
            }}
            mayWriteForAll={data.mayWriteForAll}
            onClose={() => setDays(null)}
          />
        </Suspense>
      )}
    </ChartNotes>
  )
}
