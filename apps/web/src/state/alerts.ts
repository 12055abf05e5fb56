export interface Alert {
  type: 'error' | 'info' | 'success' | 'warning'
  message: string
}

export type AlertAction =
  | { type: 'set'; alerts: readonly Alert[] }
  | { type: 'add'; alert: Alert }
  | { type: 'remove'; index: number }
  | { type: 'clear' }

/** How long the last alert stays in the state, unless something changes it first. */
export const ALERT_SECONDS = 5

/** The current alerts. An alert that repeats the last one is not added again. */
export function alertsReducer(alerts: readonly Alert[], action: AlertAction): readonly Alert[] {
  switch (action.type) {
    case 'set':
      return action.alerts
    case 'add':
      return isSame(alerts.at(-1), action.alert) ? alerts : [...alerts, action.alert]
    case 'remove':
      return alerts.filter((_, index) => index !== action.index)
    case 'clear':
      return []
    default:
      throw new Error('unhandled alert action type')
  }
}

/** The state without an expired alert, which is removed only if it is still the last and unchanged. */
export function expireAlert(alerts: readonly Alert[], alert: Alert): AlertAction | null {
  return alerts.at(-1) === alert ? { type: 'remove', index: alerts.length - 1 } : null
}

const isSame = (a: Alert | undefined, b: Alert): boolean => a?.type === b.type && a.message === b.message
