import type { ReportDefinition, ReportState } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { accessDenial } from '../state/access'
import { stringifySearch } from '../state/address'
import { viewTabs } from '../state/viewTabs'
import classes from './report.module.css'

/** The views of an address: reports that share it, and named views of one. Nothing where there is only one. */
export function ViewTabs({ report, state }: { report: ReportDefinition; state: ReportState }) {
  const { access } = useGlobal()
  const { push } = useAddress()
  const siblings = reports.filter((other) => other.path === report.path && accessDenial(other, access) === null)
  const tabs = viewTabs(siblings, report, state)
  if (tabs.length < 2) return null
  return (
    <nav aria-label="Views" className={classes.views} data-no-print>
      {tabs.map(({ label, search, isCurrent }) => (
        <a
          key={label}
          href={report.path + stringifySearch(search)}
          className={`${classes.view} ll-focus`}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={(event) => {
            // With a modifier key the browser opens a new tab or window.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            if (!isCurrent) push(report.path, search)
          }}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
