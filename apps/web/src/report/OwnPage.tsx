import { namedProperties, type ReportState } from '@leaselight/model'
import type { ReportView, ReportViewProps } from '@leaselight/reports/views'
import { lazy, Suspense } from 'react'
import { useGlobal } from '../app/Global'
import { PinChart, PinFinding, PinNumber } from '../myPage/PinButton'
import type { Property } from '../state/types'
import { useViewTools, type ViewTools } from './viewTools'

const InsightAction = lazy(() => import('../sharing/sent/InsightAction'))

type Here = keyof ViewTools | 'today' | 'properties' | `pin${string}` | 'messageTeam' | 'shareFindings'

interface Props extends Omit<ReportViewProps, Here> {
  View: ReportView
}

/** A report's own page, with what it may request, link, pin, and send beyond the standard parts. */
export default function OwnPage({ View, ...shown }: Props) {
  const { report, state } = shown
  const { today, propertiesForReport } = useGlobal()
  const tools = useViewTools(report, state)
  return (
    <View
      {...shown}
      {...tools}
      today={today}
      properties={chosenProperties(propertiesForReport(report), state)}
      pinNumber={(column) => <PinNumber report={report} state={state} column={column} />}
      pinFinding={(finding) => <PinFinding finding={finding} />}
      pinChart={(spec, of = { report, state }) => <PinChart spec={spec} report={of.report} state={of.state} />}
      messageTeam={(property, link) => (
        <Suspense>
          <InsightAction message={{ property, link }} />
        </Suspense>
      )}
      shareFindings={
        report.explains && (
          <Suspense>
            <InsightAction share={{ report, state }} />
          </Suspense>
        )
      }
    />
  )
}

/** The properties that a state chooses from those of its report. */
function chosenProperties(all: readonly Property[], state: ReportState): readonly Property[] {
  const ids = namedProperties(state)
  return ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : all
}
