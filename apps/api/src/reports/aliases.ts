import { type ReportDefinition, reportParams } from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'

/** An additional URL for a result that a report also has elsewhere. */
export interface Alias {
  /** As OpenAPI writes it. */
  path: string
  report: ReportDefinition
  /** The report itself, the records behind one of its numbers, or batches of the prospects behind one. */
  result: 'report' | 'members' | 'batches'
  /** The same address with the specification's own words for its part. */
  spellings?: readonly string[]
  /** With POST, parameters are a JSON body. */
  method?: 'post'
  /** Parameters that the address itself decides. */
  fixed?: Readonly<Record<string, string>>
}

const base = '/api/reports'

function requireRegistered(key: string): ReportDefinition {
  const report = reportByKey(key)
  if (!report) throw new Error(`An address of its own leads to the report ${key}, which is not in the register.`)
  return report
}

const appointments = requireRegistered('appointments')
const upcomingAppointments = requireRegistered('upcoming-appointments')
const multiTouchAttribution = requireRegistered('multi-touch-attribution')

/** Every such address; nothing else knows of them. */
export const aliases: readonly Alias[] = [
  {
    path: `${base}/appointments/past`,
    spellings: [`${base}/appointments/PAST`],
    report: appointments,
    result: 'report',
  },
  {
    path: `${base}/appointments/upcoming`,
    spellings: [`${base}/appointments/SCHEDULED`],
    report: upcomingAppointments,
    result: 'report',
  },
  {
    path: `${base}/appointments/past/{encoded}/prospects`,
    spellings: [`${base}/appointments/PAST/{encoded}/prospects`],
    report: appointments,
    result: 'members',
  },
  {
    path: `${base}/appointments/upcoming/{encoded}/prospects`,
    spellings: [`${base}/appointments/SCHEDULED/{encoded}/prospects`],
    report: upcomingAppointments,
    result: 'members',
  },
  { path: `${base}/engagement/daily`, report: requireRegistered('engagement-daily'), result: 'report' },
  { path: `${base}/mta`, report: multiTouchAttribution, result: 'report' },
  ...(multiTouchAttribution.viewByOptions ?? []).map(
    (type): Alias => ({
      path: `${base}/mta/${type}`,
      spellings: [`${base}/mta/${type.toUpperCase().replaceAll('-', '_')}`],
      report: multiTouchAttribution,
      result: 'report',
      fixed: { view_by: type },
    }),
  ),
  {
    path: `${base}/response-time/prospect-batch-tokens`,
    report: requireRegistered('response-time'),
    result: 'batches',
  },
  { path: '/api/boxscore-report', report: requireRegistered('boxscore'), result: 'report' },
  { path: '/api/call-log', report: requireRegistered('call-log'), result: 'report', method: 'post' },
]

/** The report's parameters that remain to be chosen at the address. */
export const remainingParams = ({ report, fixed = {} }: Alias): ReturnType<typeof reportParams> =>
  Object.fromEntries(Object.entries(reportParams(report)).filter(([name]) => !(name in fixed)))
