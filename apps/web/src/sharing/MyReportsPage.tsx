import { PageHeader } from '@leaselight/ui'
import { useEffect } from 'react'
import { useAddress } from '../app/useAddress'
import { stringifySearch } from '../state/address'
import classes from './components/lists.module.css'
import { KeysList } from './keys/KeysList'
import { MY_REPORTS } from './paths'
import { SavedList } from './saved/SavedList'
import { ScheduledList } from './schedules/ScheduledList'
import { SentList } from './sent/SentList'
import { WatchedList } from './watches/WatchedList'

const parts = [
  { key: 'saved', label: 'Saved', Part: SavedList },
  { key: 'scheduled', label: 'Scheduled', Part: ScheduledList },
  { key: 'watched', label: 'Watched', Part: WatchedList },
  { key: 'sent', label: 'Sent', Part: SentList },
  { key: 'keys', label: 'Links', Part: KeysList },
] as const

/** What the reader saved, scheduled, watches and sent. */
export default function MyReportsPage() {
  const { search, push } = useAddress()
  const current = parts.find(({ key }) => key === search.show) ?? parts[0]
  useEffect(() => {
    document.title = 'My reports · Leaselight'
  }, [])
  return (
    <>
      <PageHeader title="My reports" question="Your saved reports, schedules, watched numbers and links" />
      <nav aria-label="My reports" className={classes.tabs}>
        {parts.map(({ key, label }) => (
          <a
            key={key}
            href={MY_REPORTS + stringifySearch({ show: key })}
            className={`${classes.tab} ll-focus`}
            aria-current={key === current.key ? 'page' : undefined}
            onClick={(event) => {
              // With a modifier key the browser opens a new tab or window.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              push(MY_REPORTS, { show: key })
            }}
          >
            {label}
          </a>
        ))}
      </nav>
      <div className={classes.part}>
        <current.Part />
      </div>
    </>
  )
}
