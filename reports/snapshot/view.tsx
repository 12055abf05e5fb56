import {
  type ChangeExplanation as Changes,
  dimension,
  type FindingsAnswer,
  findingsAt,
  formatRange,
  morningAnswer,
  reportAnswer,
  rowDimensions,
} from '@leaselight/model'
import { Block, ErrorState, PageAnswer, useIsDocked, useIsPhone, useLate } from '@leaselight/ui'
import {
  AnswerBody,
  FindingsList,
  FindingsSkeleton,
  FirstSteps,
  FoldedCard,
  MorningHead,
  WhatChanged,
} from '@leaselight/ui/views'
import { lazy, Suspense, useState } from 'react'
import type { ReportViewProps } from '../views'
import { firstSteps } from './firstSteps'
import { greetingAt, headFacts } from './head'
import { Outlook } from './Outlook'
import { FINDINGS, WELCOME } from './resources'
import { WeekNumbers } from './WeekNumbers'

const Story = lazy(() => import('./Story'))

const RULES = '/api/insights/finding-rules'

/** The morning page: what needs the reader, how the period stands, what is ahead, and why numbers changed. */
export default function InsightsView(props: ReportViewProps) {
  const { report, state, result, stale, table, shareFindings, onDrillDown, hrefLink, useEndpoint, useResource } = props
  const findings = useResource<FindingsAnswer>(FINDINGS)
  const changes = useEndpoint<Changes>('/api/insights/what-changed', ['groupBy'])
  const goals = props.useGoals()
  const { answer } = findings
  const welcome = useResource<{ read: boolean }>(WELCOME)
  const docked = useIsDocked()
  const phone = useIsPhone()
  const rowName = rowDimensions(report, state).map((key) => dimension(key).label.toLowerCase())[0]
  // In a wide window the first finding's proof is beside the page until the reader chooses another or closes it.
  const [proof, setProof] = useState<string | 'none' | undefined>()
  // Nothing is shown before all have come, so that none moves what is being read.
  const waiting = answer.is === 'loading' || welcome.answer.is === 'loading' || goals === undefined
  const late = useLate(waiting)
  const areLate = useLate(answer.is === 'loading')
  const isLateWelcome = useLate(welcome.answer.is === 'loading')
  const isNew = welcome.answer.is === 'here' && !welcome.answer.data.read
  const { shown, others } = findingsAt(answer.is === 'here' ? answer.data.findings : [], state.filters.propertyIds)
  // Without findings nothing is said of them.
  const said =
    answer.is === 'here'
      ? morningAnswer(shown.length, report, state, result)
      : answer.is === 'failed' || late
        ? reportAnswer(report, state, result)
        : undefined
  const needs =
    answer.is === 'loading' || (waiting && !late) ? (
      <FindingsSkeleton room={late ? 'kept' : 'window'} />
    ) : answer.is === 'failed' ? (
      <ErrorState message={answer.message} retry={answer.retry} />
    ) : (
      <FindingsList
        findings={shown}
        hidden={answer.data.hidden}
        others={others}
        busy={findings.busy}
        late={areLate}
        linkPropsFor={hrefLink}
        onProof={(finding) => setProof(finding.key)}
        renderPin={props.pinFinding}
        renderAction={({ subject: { propertyId, name }, link }) =>
          propertyId !== null && props.messageTeam({ id: propertyId, name }, link)
        }
        onState={(finding, to) => findings.change(RULES, { finding, state: to })}
      />
    )
  const steps = isNew && (
    <FirstSteps
      steps={firstSteps(answer.is === 'here' ? answer.data.lookedAt : undefined, result.coverage.properties.length)}
      onDone={() => welcome.change(WELCOME, {})}
    />
  )
  // A proof that opened beside the page late would make what is being read narrower.
  const opensFirst = docked && !areLate
  const proven = shown.find(({ key }, index) => (proof === undefined ? opensFirst && index === 0 : key === proof))
  return (
    <>
      <Block>
        <MorningHead
          greeting={greetingAt(props.now())}
          facts={headFacts(result, props.today)}
          actions={shareFindings}
        />
        <PageAnswer answer={said} compared stale={stale} />
        {needs}
        {!isLateWelcome && (late || !waiting) && steps}
      </Block>
      {(late || !waiting) && (
        <>
          <WeekNumbers view={props} changes={changes.is === 'here' ? changes.data : undefined} goals={goals} />
          <Outlook view={props} />
          <FoldedCard
            title="What changed, and why"
            description={result.priorPeriod && `Compared with ${formatRange(result.priorPeriod, props.today)}`}
          >
            <AnswerBody answer={changes} loading="Working out what changed">
              {(found) => (
                <WhatChanged changes={found} linkPropsFor={hrefLink} onOpen={(column) => onDrillDown(null, column)} />
              )}
            </AnswerBody>
          </FoldedCard>
          {phone ? <FoldedCard title={`By ${rowName}`}>{table}</FoldedCard> : table}
        </>
      )}
      {isLateWelcome && steps}
      {proven && (
        <Suspense>
          <Story
            key={proven.key}
            view={props}
            finding={proven}
            preview={proof === undefined}
            onClose={() => setProof('none')}
          />
        </Suspense>
      )}
    </>
  )
}
