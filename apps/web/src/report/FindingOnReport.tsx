import type { ReportDefinition, ReportState } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import { FindingNote, FindingPlace } from '@leaselight/ui'
import { useState } from 'react'
import { hrefProps } from '../app/linkProps'
import { useAddress } from '../app/useAddress'
import { findingsHome, useFindingsOn } from '../shell/useFindingMarks'

const HOME = reportByKey(findingsHome)?.path ?? '/'

interface Props {
  report: ReportDefinition
  state: ReportState
}

/** The heaviest finding that the report's numbers show, with the way to all of them. */
export function FindingOnReport({ report, state }: Props) {
  const { push } = useAddress()
  const findings = useFindingsOn(report, state)
  // The answer is drawn with what is known by then.
  const [isLate] = useState(findings === undefined)
  const [first, ...others] = findings ?? []
  if (!first) return isLate ? <FindingPlace /> : null
  return (
    <FindingNote
      late={isLate}
      sentence={first.sentence}
      since={first.sinceText}
      link={hrefProps(push, first.href)}
      more={others.length > 0 && { text: `and ${others.length} more`, link: hrefProps(push, HOME) }}
    />
  )
}
