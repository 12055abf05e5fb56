import { displayColumn } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { Change, LoadingInline } from '@leaselight/ui'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useGlobal } from '../app/Global'
import { useServices } from '../app/Services'
import { type ReportResponse, reportQuery } from '../report/queries'
import { accessDenial } from '../state/access'
import { addressParams } from '../state/address'
import classes from './omnibar.module.css'
import { type Question, readQuestion } from './question'
import type { Target } from './targets'

/** A question for a number, and what the server answers. */
export interface OmnibarAnswer {
  target: Target
  question: Question
  response: ReportResponse | undefined
  failed: boolean
}

const PAUSE_MS = 250

/** What a typed question asks for, requested when the typing pauses; null for other words. */
export function useAnswer(typed: string): OmnibarAnswer | null {
  const { client, preferences } = useServices()
  const { access, today, propertyState, propertiesForReport } = useGlobal()
  const [settled] = useDebouncedValue(typed, PAUSE_MS)
  const question = useMemo(
    () =>
      readQuestion(settled, {
        reports: reports.filter((report) => accessDenial(report, access) === null),
        properties: propertyState.properties,
        openingState: (one) => preferences.restore(one, new Set(propertiesForReport(one).map(({ id }) => id))),
        today,
      }),
    [settled, access, propertyState.properties, preferences, propertiesForReport, today],
  )
  const [first] = reports
  if (!first) throw new Error('There are no reports.')
  const { report, state } = question ?? { report: first, state: preferences.restore(first, new Set()) }
  const { data, isError, isPlaceholderData } = useQuery({
    ...reportQuery(client, report, state, today),
    enabled: question !== null,
    retry: false,
  })
  return useMemo(() => {
    if (!question || settled !== typed) return null
    const target: Target = {
      key: `Answer ${question.report.key} ${question.column}`,
      kind: 'Answer',
      label: question.report.columns[question.column]?.label ?? '',
      hint: question.report.title,
      path: question.report.path,
      search: () => addressParams(question.report, question.state),
    }
    return { target, question, response: isPlaceholderData ? undefined : data, failed: isError }
  }, [question, settled, typed, data, isError, isPlaceholderData])
}

/** A question with its answer: `92 leads · Willow Creek, last month · was 74`. */
export function AnswerRow({ answer: { question, response, failed, target } }: { answer: OmnibarAnswer }) {
  const { report, column, state, about } = question
  const definition = report.columns[column]
  if (!definition) return null
  const { textOf } = displayColumn(report, column, definition, state)
  const total = response?.result.total
  const judgement = response?.result.judgement?.[column]
  const number = total ? textOf(total, { total, zone: response.result.timeZone }) : ''
  return (
    <>
      <span className={classes.answer}>
        {total ? (
          <strong className="ll-number">{number}</strong>
        ) : failed ? (
          <span>We couldn’t load this number. Press Enter to open the report.</span>
        ) : (
          <LoadingInline label="Loading the number" />
        )}
        <span>
          {target.label}, {about}
        </span>
        {judgement && <Change judgement={judgement} format={definition.format} number={number} />}
      </span>
      <span className={classes.hint}>{report.title}</span>
    </>
  )
}
