import { type ReportDefinition, reportParams } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'

/** An address of its own for what a report already answers elsewhere. */
export interface Alias {
  /** As OpenAPI writes it. */
  path: string
  report: ReportDefinition
  /** The report itself, the records behind a number of it, or batches of the prospects behind one. */
  gives: 'report' | 'members' | 'batches'
  /** With POST the parameters come as a JSON body. */
  method?: 'post'
  /** Parameters that the address itself decides. */
  fixed?: Readonly<Record<string, string>>
}

const base = '/api/reports'

function known(key: string): ReportDefinition {
  const report = reportByKey(key)
  if (!report) throw new Error(`An address of its own leads to the report ${key}, which is not in the register.`)
  return report
}

const appointments = known('appointments')
const upcomingAppointments = known('upcoming-appointments')
const multiTouchAttribution = known('multi-touch-attribution')

/** Every such address; nothing else knows of them. */
export const aliases: readonly Alias[] = [
  { path: `${base}/appointments/past`, report: appointments, gives: 'report' },
  { path: `${base}/appointments/upcoming`, report: upcomingAppointments, gives: 'report' },
  { path: `${base}/appointments/past/{encoded}/prospects`, report: appointments, gives: 'members' },
  { path: `${base}/appointments/upcoming/{encoded}/prospects`, report: upcomingAppointments, gives: 'members' },
  { path: `${base}/engagement/daily`, report: known('engagement-daily'), gives: 'report' },
  { path: `${base}/mta`, report: multiTouchAttribution, gives: 'report' },
  ...(multiTouchAttribution.viewByOptions ?? []).map(
    (type): Alias => ({
      path: `${base}/mta/${type}`,
      report: multiTouchAttribution,
      gives: 'report',
      fixed: { view_by: type },
    }),
  ),
  { path: `${base}/response-time/prospect-batch-tokens`, report: known('response-time'), gives: 'batches' },
  { path: '/api/boxscore-report', report: known('boxscore'), gives: 'report' },
  { path: '/api/call-log', report: known('call-log'), gives: 'report', method: 'post' },
]

/** The report's parameters that remain to be chosen at the address. */
export const openParams = ({ report, fixed = {} }: Alias): ReturnType<typeof reportParams> =>
  Object.fromEntries(Object.entries(reportParams(report)).filter(([name]) => !(name in fixed)))
