import { applyFlags, type NameLookup, type ReportDefinition, type ReportState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { buildFilterChoices, namesAt } from '../../report/filters/choices'
import { type ReportResponse, reportQuery } from '../../report/queries'
import { accessDenial } from '../../state/access'
import type { Chip } from './chip'
import { chipsOf } from './chips'
import { type Note, notesOf } from './notes'
import { readQuestion } from './read'
import { type Settled, settle } from './settle'
import { isEmpty, type Known, type MeaningOf, type Question } from './types'
import { buildVocabulary, type Vocabulary } from './vocabulary'

/** A question as it is understood, and what the server answers. */
export interface AskedQuestion {
  question: Question
  /** The report's state; null while no number is named. */
  settled: Settled | null
  chips: Chip[]
  /** What is left out or could mean otherwise; it waits for a pause in the typing. */
  notes: Note[]
  /** Numbers to ask for, where none is named. */
  suggestions: readonly MeaningOf<'number'>[]
  response: ReportResponse | undefined
  failed: boolean
  /** Changes the question until other words are typed. */
  change: (question: Question) => void
}

const PAUSE_MS = 250

/** The question in typed words, with its answer as soon as the typing pauses; null for words that ask nothing. */
export function useQuestion(typed: string): AskedQuestion | null {
  const { vocabulary, known, names } = useVocabulary()
  const [changed, setChanged] = useState<{ typed: string; question: Question | null } | null>(null)
  const read = useMemo(() => readQuestion(typed, vocabulary, known), [typed, vocabulary, known])
  const question = changed?.typed === typed ? changed.question : read
  const settled = useMemo(
    () => (question?.target ? settle(question.target, question.parts, known) : null),
    [question, known],
  )
  const [pausedAt] = useDebouncedValue(typed, PAUSE_MS)
  const isPaused = pausedAt === typed
  const request = question?.target && settled ? { report: question.target.report, state: settled.state } : null
  const { response, failed } = useAnswer(request, isPaused)
  return useMemo(() => {
    if (!question) return null
    return {
      question,
      settled,
      chips: chipsOf(question, { known, settled, names, properties: vocabulary.properties }),
      notes: isPaused ? notesOf(question, settled, known) : [],
      suggestions: question.target ? [] : vocabulary.suggestions,
      response,
      failed,
      change: (next) => setChanged({ typed, question: isEmpty(next) ? null : next }),
    }
  }, [question, settled, known, names, isPaused, vocabulary, response, failed, typed])
}

/** The report's answer in a state, requested once the typing pauses. */
function useAnswer(request: { report: ReportDefinition; state: ReportState } | null, isPaused: boolean) {
  const { client, preferences } = useServices()
  const { today } = useGlobal()
  const [first] = reports
  if (!first) throw new Error('There are no reports.')
  const { report, state } = request ?? { report: first, state: preferences.restore(first, new Set()) }
  const { data, isError, isPlaceholderData } = useQuery({
    ...reportQuery(client, report, state, today),
    enabled: request !== null && isPaused,
    retry: false,
  })
  return { response: isPlaceholderData || !isPaused ? undefined : data, failed: isError && isPaused }
}

interface Words {
  vocabulary: Vocabulary
  known: Known
  names: NameLookup
}

/** The product's words as the user may ask with them: the open reports and the names in their company. */
function useVocabulary(): Words {
  const { preferences } = useServices()
  const { access, today, propertyState, propertiesForReport, agents, sources, customAttributes } = useGlobal()
  const { properties } = propertyState
  return useMemo(() => {
    const open = reports
      .filter((report) => accessDenial(report, access) === null)
      .map((report) => applyFlags(report, access.flags))
    const propertyNames = new Map(properties.map(({ id, name }) => [id, name]))
    const idsIn = new Map<string, ReadonlySet<number>>()
    const idsOf = (report: ReportDefinition): ReadonlySet<number> => {
      const ids = idsIn.get(report.key) ?? new Set(propertiesForReport(report).map(({ id }) => id))
      idsIn.set(report.key, ids)
      return ids
    }
    const { names, sourceAttributes } = buildFilterChoices({ today, properties, agents, sources })
    const vocabulary = buildVocabulary(open, {
      property: properties.map(({ id, name }) => ({ key: id, name })),
      agent: agents
        .filter((agent) => !agent.isDeleted && agent.propertyIds.some((id) => propertyNames.has(id)))
        .map(({ agentId, name, propertyIds }) => ({ key: agentId, name, hint: namesAt(propertyNames, propertyIds) })),
      source: sources.map(({ source }) => ({ key: source, name: source })),
      attributes: {
        property: customAttributes,
        source: sourceAttributes.map(({ key, value }) => ({ group: key, value })),
      },
    })
    return {
      vocabulary,
      known: {
        reports: open,
        includes: (report, id) => idsOf(report).has(id),
        openingState: (report) => preferences.restore(report, idsOf(report)),
        today,
      },
      names,
    }
  }, [access, today, properties, propertiesForReport, agents, sources, customAttributes, preferences])
}
