import { notedDays, notesDuring, type ReportDefinition, type ReportResult } from '@leaselight/model'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../app/Services'
import { timelineNotes } from './queries'

/** A result with the notes on the timeline that concern its days and properties, for its charts. */
export function useNotedResult<Result extends ReportResult | undefined>(
  report: ReportDefinition,
  result: Result,
): Result {
  const { client } = useServices()
  const days = result ? notedDays(report, result) : null
  const { data } = useQuery(timelineNotes(client, days, days !== null))
  return useMemo(() => {
    if (!result || !data) return result
    const ids = result.coverage.properties.map(({ propertyId }) => propertyId)
    const notes = notesDuring(data.notes, notedDays(report, result), ids)
    // Without notes it stays the same object, and nothing is drawn again.
    return notes.length > 0 ? { ...result, timelineNotes: notes } : result
  }, [report, result, data])
}
