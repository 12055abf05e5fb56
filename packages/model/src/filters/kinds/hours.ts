import { InputError } from '../../format/text'
import type { Codec } from '../codecs'
import { hourLabel, weekdays } from '../enums'
import { type Filter, type FilterData, type FilterScope, singleValue } from './filter'
import { idsCodec } from './ids'

/** Weekdays 1–7 = Monday–Sunday, empty for all; hours 0–23, inclusive. */
export interface DaysAndHours {
  days: number[]
  hours: [number, number]
}

export interface HoursFilter extends Filter<DaysAndHours> {
  kind: 'hours'
}

/** Weekdays, and hours of the day. */
export function hours<S extends FilterScope>({
  params,
  ...data
}: FilterData<S> & { params: { days: string; hours: string } }): HoursFilter & { scope: S } {
  return {
    ...data,
    ...singleValue,
    kind: 'hours',
    initial: { days: [], hours: [0, 23] },
    codec: hoursCodec(params),
    restriction: ({ days, hours: [from, to] }) =>
      days.length > 0 || from > 0 || to < 23 ? { kind: 'hours', days, hours: [from, to] } : null,
    describe: describeDaysAndHours,
  }
}

const ALL_DAY = '0-23'

function hoursCodec(params: { days: string; hours: string }): Codec<DaysAndHours> {
  const daysCodec = idsCodec(params.days)
  return {
    params: { ...daysCodec.params, [params.hours]: { type: 'string' } },
    parse: (raw) => {
      if (raw[params.days] === undefined && raw[params.hours] === undefined) return undefined
      const days = daysCodec.parse(raw) ?? []
      if (days.some((day) => day > 7))
        throw new InputError(`${params.days} must be from 1 (Monday) to 7 (Sunday).`, params.days)
      const [from = Number.NaN, to = Number.NaN] = (raw[params.hours] ?? ALL_DAY)
        .split('-')
        .map((part) => (part === '' ? Number.NaN : Number(part)))
      if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= 23))
        throw new InputError(`${params.hours} must look like 9-17, from 0 to 23.`, params.hours)
      return { days, hours: [from, to] }
    },
    serialize: ({ days, hours }) => ({
      ...(days.length > 0 && daysCodec.serialize(days)),
      ...(hours.join('-') !== ALL_DAY && { [params.hours]: hours.join('-') }),
    }),
  }
}

function describeDaysAndHours({ days, hours: [from, to] }: DaysAndHours): string {
  const dayNames: Readonly<Record<number, string>> = weekdays
  const inDays = days.length === 0 ? 'Every day' : days.map((day) => dayNames[day]?.slice(0, 3)).join(', ')
  return from === 0 && to === 23 ? inDays : `${inDays}, ${hourLabel(from)} – ${hourLabel((to + 1) % 24)}`
}
