import { type Cell, formatCell, formatDay, pluralize } from '@leaselight/model'

/** The columns of the report that the sentences use. */
export const summaryColumns = [
  'totalCalls',
  'answered',
  'answeredRate',
  'missed',
  'appointments',
  'appointmentRate',
] as const

type Numbers = Readonly<Partial<Record<(typeof summaryColumns)[number], number | null>>>

/** The part of a result that the sentences need. */
interface Overview {
  total: Numbers
  priorTotal: Numbers | null
  series: readonly { day: string; missed?: Cell }[]
}

/**
 * The overview as sentences, by rules: how many calls, how well they were answered, the worst day, and their results. A
 * sentence without data is left out; every number in it is one of the report's.
 */
export function summarize({ total, priorTotal, series }: Overview): string[] {
  const calls = total.totalCalls ?? 0
  if (calls === 0) return ['Nobody called in these days.']
  return [
    callVolume(calls, priorTotal),
    answerRate(total, priorTotal),
    worstDay(total, series),
    bookedAppointments(total),
  ].filter((sentence) => sentence !== null)
}

function callVolume(calls: number, prior: Numbers | null): string {
  const before = prior?.totalCalls ?? 0
  const more = calls - before
  const against =
    more === 0 ? 'as many as' : `${Math.abs(more).toLocaleString('en-US')} ${more > 0 ? 'more' : 'fewer'} than`
  return `${pluralize(calls, 'call')} came in, ${against} in the days before.`
}

function answerRate({ answered, totalCalls, answeredRate }: Numbers, prior: Numbers | null): string {
  const now = `${(answered ?? 0).toLocaleString('en-US')} of ${(totalCalls ?? 0).toLocaleString('en-US')} were answered (${formatCell(answeredRate, 'percent')})`
  const before = prior?.answeredRate
  if (before === null || before === undefined) return `${now}.`
  const points = Math.round(((answeredRate ?? 0) - before) * 1000) / 10
  if (points === 0) return `${now}, the same share as before.`
  return `${now}, ${Math.abs(points).toFixed(1)} points ${points > 0 ? 'more' : 'fewer'} than before.`
}

function worstDay({ missed }: Numbers, series: Overview['series']): string | null {
  if (!missed) return 'No call was missed.'
  const most = Math.max(...series.map((point) => Number(point.missed ?? 0)))
  const days = series.filter((point) => Number(point.missed ?? 0) === most)
  const [day] = days
  const were = `${pluralize(missed, 'call')} ${missed === 1 ? 'was' : 'were'} missed`
  // With several equally bad days, or a single call, no day is the worst.
  if (!day || days.length > 1 || most < 2) return `${were}.`
  return `${were}, the most in one day on ${formatDay(day.day)}: ${most.toLocaleString('en-US')}.`
}

function bookedAppointments({ appointments, appointmentRate }: Numbers): string {
  if (!appointments) return 'None of the calls led to an appointment.'
  return `${pluralize(appointments, 'call')} led to an appointment (${formatCell(appointmentRate, 'percent')}).`
}
