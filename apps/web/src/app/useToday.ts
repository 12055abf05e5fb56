import type { Day } from '@leaselight/model'
import { useEffect, useState } from 'react'
import { todaySince } from '../state/today'
import type { Company } from '../state/types'

const MINUTE = 60_000

/** The company's today, updated on pages that stay open over midnight. */
export function useToday(company: Company | null, now: () => number): Day {
  const [startedAt] = useState(now)
  const timeZone = company?.timeZone ?? 'UTC'
  const startDay = company?.today ?? new Date(startedAt).toISOString().slice(0, 10)
  const [today, setToday] = useState(startDay)
  useEffect(() => {
    const look = () => setToday(todaySince(startDay, startedAt, now(), timeZone))
    const timer = setInterval(look, MINUTE)
    // Timers sleep in hidden tabs, so a tab that becomes visible again checks the day at once.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [startDay, startedAt, now, timeZone])
  return today
}
