import { applyFlags, type ReportDefinition } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useGlobal } from '../../app/Global'
import { buildNavigation } from '../../state/access'
import classes from './starters.module.css'

const MOST = 3

interface Props {
  /** What will be here. */
  children: string
  /** The button's verb. */
  verb: string
  onStart: (report: ReportDefinition) => void
  /** What a choice shows of its report. */
  preview?: (report: ReportDefinition) => ReactNode
}

/** An empty list: what will be here, and reports to begin with. */
export function Starters({ children, verb, onStart, preview }: Props) {
  const starters = useStarters()
  return (
    <section className={classes.starters} aria-label="Start here">
      <p className={classes.what}>{children}</p>
      <ul className={classes.choices}>
        {starters.map((report, index) => (
          <li key={report.key} className={classes.choice}>
            <h2 className={classes.title}>{report.title}</h2>
            <p className={classes.question}>{report.question}</p>
            {preview?.(report)}
            <Button
              variant={index === 0 ? 'filled' : 'default'}
              className={classes.button}
              aria-label={`${verb} ${report.title}`}
              onClick={() => onStart(report)}
            >
              {verb}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Of each section the first report that a person can open and whose first number no other one has. */
function useStarters(): ReportDefinition[] {
  const { access } = useGlobal()
  const starters: ReportDefinition[] = []
  for (const section of buildNavigation(reports, access)) {
    const known = starters.map(firstLabel)
    const first = section.reports.find((report) => {
      const label = firstLabel(report)
      return report.shape !== 'list' && label !== undefined && !known.includes(label)
    })
    if (first) starters.push(applyFlags(first, access.flags))
  }
  return starters.slice(0, MOST)
}

const firstLabel = ({ tiles: [first], columns }: ReportDefinition): string | undefined =>
  first === undefined ? undefined : columns[first]?.label
