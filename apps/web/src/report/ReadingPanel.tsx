import { howToRead, type ReportDefinition, type ReportResult, type ReportState } from '@leaselight/model'
import { useIsPhone } from '@leaselight/ui'
import { Panel } from '@leaselight/ui/panel'
import { useMemo } from 'react'
import classes from './reading.module.css'

interface Props {
  report: ReportDefinition
  state: ReportState
  result: ReportResult
  onClose: () => void
}

/** How to read the report. Loaded when it is opened. */
export default function ReadingPanel({ report, state, result, onClose }: Props) {
  const phone = useIsPhone()
  const { example, definitions } = useMemo(() => howToRead(report, state, result), [report, state, result])
  return (
    <Panel
      opened
      onClose={onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '88%' : '26rem'}
      title={`How to read ${report.title}`}
      closeLabel="Close"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={`${classes.reading} ll-focus`} aria-label="Explanation" tabIndex={0}>
        <p>{report.question}</p>
        {example && (
          <>
            <h3>For example</h3>
            <p>{example}</p>
          </>
        )}
        <h3>What the columns mean</h3>
        <dl>
          {definitions.map(({ label, definition }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Panel>
  )
}
