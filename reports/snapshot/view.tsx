import {
  type ChangeExplanation as Changes,
  type FindingsAnswer,
  findingsAt,
  formatRange,
  morningAnswer,
  reportAnswer,
} from '@leaselight/model'
import { Block, ErrorState, PageAnswer, useIsDocked, useLate } from '@leaselight/ui'
import { AnswerBody, FindingsList, FindingsSkeleton, FoldedCard, MorningHead, WhatChanged } from '@leaselight/ui/views'
import { lazy, Suspense, useState } from 'react'
import type { ReportViewProps } from '../views'
import { greetingAt, headFacts } from './head'
import { Outlook } from './Outlook'
import { WeekNumbers } from './WeekNumbers'

const Story = lazy(() => import('./Story'))

const FINDINGS = '/api/insights/findings'
const RULES = '/api/insights/finding-rules'

/** The morning page: what needs the reader, how the period stands, what is ahead, and why numbers changed. */
export default function InsightsView(props: ReportViewProps) {
  const { report, state, result, stale, table, shareFindings, onDrillDown, hrefLink, useEndpoint, useResource } = props
  const findings = useResource<FindingsAnswer>(FINDINGS)
  const changes = useEndpoint<Changes>('/api/insights/what-changed', ['groupBy'])
  const { answer } = findings
  const docked = useIsDocked()
  // In a wide window the first finding's proof is beside the page until the reader chooses another or closes it.
  const [proof, setProof] = useState<string | 'none' | undefined>()
  const late = useLate(answer.is === 'loading')
  const { shown, others } = findingsAt(answer.is === 'here' ? answer.data.findings : [], state.filters.propertyIds)
  // Without findings nothing is said of them.
  const said =
    answer.is === 'here'
      ? morningAnswer(shown.length, report, state, result)
      : answer.is === 'failed' || late
        ? reportAnswer(report, state, result)
        : undefined
  const needs =
    answer.is === 'failed' ? (
      <ErrorState message={answer.message} retry={answer.retry} />
    ) : answer.is === 'here' ? (
      <FindingsList
        findings={shown}
        hidden={answer.data.hidden}
        others={others}
        busy={findings.busy}
        linkPropsFor={hrefLink}
        onProof={(finding) => setProof(finding.key)}
        renderAction={({ subject: { propertyId, name }, link }) =>
          propertyId !== null && props.messageTeam({ id: propertyId, name }, link)
        }
        onState={(finding, to) => findings.change(RULES, { finding, state: to })}
      />
    ) : (
      <FindingsSkeleton alone={!late} />
    )
  const proven = shown.find(({ key }, index) => (proof === undefined ? docked && index === 0 : key === proof))
  return (
    <>
      <Block>
        <MorningHead
          greeting={greetingAt(props.now())}
          facts={headFacts(result, props.today)}
          actions={shareFindings}
        />
        <PageAnswer answer={said} compared stale={stale} />
        {!late && needs}
      </Block>
      {(late || answer.is !== 'loading') && (
        <>
          <WeekNumbers view={props} changes={changes.is === 'here' ? changes.data : undefined} />
          <Outlook view={props} />
          <FoldedCard
            title="What changed, and why"
            description={result.priorPeriod && `Compared with ${formatRange(result.priorPeriod)}`}
          >
            <AnswerBody answer={changes} loading="Working out what changed">
              {(found) => (
                <WhatChanged changes={found} linkPropsFor={hrefLink} onOpen={(column) => onDrillDown(null, column)} />
              )}
            </AnswerBody>
          </FoldedCard>
          {table}
        </>
      )}
      {late && needs}
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
