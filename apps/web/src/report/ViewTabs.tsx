import type { ReportDefinition } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { useGlobal } from '../app/Global'
import { useAddress } from '../app/useAddress'
import { accessDenial } from '../state/access'
import { stringifySearch, viewSearch } from '../state/address'
import classes from './report.module.css'

/** The reports that share an address and differ by `view`. Nothing for a report with an address of its own. */
export function ViewTabs({ report }: { report: ReportDefinition }) {
  const { access } = useGlobal()
  const { push } = useAddress()
  const siblings = reports.filter((other) => other.path === report.path && accessDenial(other, access) === null)
  if (siblings.length < 2) return null
  return (
    <nav aria-label="Views" className={classes.views} data-no-print>
      {siblings.map((other) => {
        const search = viewSearch(other)
        return (
          <a
            key={other.key}
            href={other.path + stringifySearch(search)}
            className={`${classes.view} ll-focus`}
            aria-current={other.key === report.key ? 'page' : undefined}
            onClick={(event) => {
              // With a modifier key the browser opens a new tab or window.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              if (other.key !== report.key) push(other.path, search)
            }}
          >
            {other.title}
          </a>
        )
      })}
    </nav>
  )
}
