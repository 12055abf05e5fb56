import { type ReactNode, useEffect, useMemo, useReducer, useRef } from 'react'
import { ALERT_SECONDS, type Alert, alertsReducer, expireAlert } from './alerts'
import { strictContext } from './strictContext'

export interface Alerts {
  alerts: readonly Alert[]
  add: (alert: Alert) => void
  remove: (index: number) => void
  clear: () => void
}

const [Provider, useAlerts] = strictContext<Alerts>('Alerts')

export { useAlerts }

/** Holds the alerts and removes each one when its time is over. */
export function AlertsProvider({ children }: { children: ReactNode }) {
  const [alerts, dispatch] = useReducer(alertsReducer, [])
  const latest = useRef(alerts)
  latest.current = alerts

  const last = alerts.at(-1)
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => {
      const action = expireAlert(latest.current, last)
      if (action) dispatch(action)
    }, ALERT_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [last])

  const value = useMemo(
    () => ({
      alerts,
      add: (alert: Alert) => dispatch({ type: 'add', alert }),
      remove: (index: number) => dispatch({ type: 'remove', index }),
      clear: () => dispatch({ type: 'clear' }),
    }),
    [alerts],
  )
  return <Provider value={value}>{children}</Provider>
}
