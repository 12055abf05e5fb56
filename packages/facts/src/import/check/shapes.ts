import { type Annotations, annotationNames, isStorableDate } from '@leaselight/contract'
import { Problem } from './problem'
import { cleanText, isObject, isText } from './scalars'

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

/** {key: text} */
export function readAttributes(value: unknown): string | Problem {
  if (!isObject(value)) return new Problem('must be a map such as {"Region": "West"}')
  const pieces: string[] = []
  for (const [key, entry] of Object.entries(value)) {
    // Other systems write numbers and switches as such; what the report shows is their text.
    const text = typeof entry === 'number' || typeof entry === 'boolean' ? String(entry) : entry
    if (isAbsent(text)) continue
    if (!isText(text) || !isText(key)) return new Problem('must be a map of texts of at most 10,000 characters')
    pieces.push(`${JSON.stringify(cleanText(key))}:${JSON.stringify(cleanText(text))}`)
  }
  return `{${pieces.join(',')}}`
}

/** {flag: boolean} */
export function readFlags(value: unknown): string | Problem {
  if (!isObject(value)) return new Problem('must be a map such as {"omnibar": true}')
  const pieces: string[] = []
  for (const [key, entry] of Object.entries(value)) {
    if (isAbsent(entry)) continue
    if (typeof entry !== 'boolean' || !isText(key)) return new Problem('must be a map of true and false')
    pieces.push(`${JSON.stringify(cleanText(key))}:${entry ? 1 : 0}`)
  }
  return `{${pieces.join(',')}}`
}

const CLOCK = /^([01]\d|2[0-4]):([0-5]\d)$/

/** Seconds of the day of `09:00`; `24:00` is the day's end. NaN for anything else. */
function clockSeconds(value: unknown): number {
  const match = typeof value === 'string' ? CLOCK.exec(value) : null
  const seconds = match ? Number(match[1]) * 3600 + Number(match[2]) * 60 : Number.NaN
  return seconds <= 86_400 ? seconds : Number.NaN
}

/** [{weekday, opens, closes}]; a weekday may come several times. */
export function readOfficeHours(value: unknown): string | Problem {
  if (!Array.isArray(value))
    return new Problem('must be a list such as [{"weekday": 1, "opens": "09:00", "closes": "18:00"}]')
  const pieces: string[] = []
  for (const entry of value) {
    const { weekday, opens, closes } = isObject(entry) ? entry : {}
    if (typeof weekday !== 'number' || !Number.isInteger(weekday) || weekday < 1 || weekday > 7) {
      return new Problem('holds an entry whose weekday is not 1 (Monday) to 7 (Sunday)')
    }
    const from = clockSeconds(opens)
    const to = clockSeconds(closes)
    if (!(from < to)) return new Problem('holds an entry that does not open before it closes, between 00:00 and 24:00')
    pieces.push(`{"weekday":${weekday},"opens":${from},"closes":${to}}`)
  }
  return `[${pieces.join(',')}]`
}

/** JSON text that is kept as text. */
const asStoredJson = (value: unknown): string => JSON.stringify(JSON.stringify(value))

/** [{type, message, from_on?, to_on?}] */
export function readBanners(value: unknown): string | Problem {
  if (!Array.isArray(value)) return new Problem('must be a list of banners')
  const banners: Record<string, string>[] = []
  for (const entry of value) {
    const { type, message, from_on, to_on } = isObject(entry) ? entry : {}
    if (!isText(type) || !isText(message)) return new Problem('holds a banner without type or message')
    const banner: Record<string, string> = { type: cleanText(type), message: cleanText(message) }
    for (const [name, day] of Object.entries({ from_on, to_on })) {
      if (isAbsent(day)) continue
      if (typeof day !== 'string' || !isStorableDate(day))
        return new Problem(`holds a banner whose ${name} is not a date`)
      banner[name] = day
    }
    banners.push(banner)
  }
  return asStoredJson(banners)
}

/** [{speaker, time, transcript}], time in seconds from the start. */
export function readUtterances(value: unknown): string | Problem {
  if (!Array.isArray(value)) return new Problem('must be a list of utterances')
  const utterances: object[] = []
  for (const entry of value) {
    const { speaker, time, transcript } = isObject(entry) ? entry : {}
    if (!isText(speaker) || !isText(transcript)) return new Problem('holds an utterance without speaker or transcript')
    if (typeof time !== 'number' || !(time >= 0 && time < 1e7))
      return new Problem('holds an utterance without its time in seconds')
    utterances.push({ speaker: cleanText(speaker), time, transcript: cleanText(transcript) })
  }
  return asStoredJson(utterances)
}

/** {greeting: 0, name: null, …}: each the index of an utterance. `annotationsMatch` checks that the utterance exists. */
export function readAnnotations(value: unknown): string | Problem {
  if (!isObject(value)) return new Problem('must be a map such as {"greeting": 0}')
  const annotations: Annotations = {}
  for (const name of annotationNames) {
    const index = value[name]
    if (isAbsent(index)) annotations[name] = null
    else if (typeof index === 'number' && Number.isInteger(index) && index >= 0) annotations[name] = index
    else return new Problem(`has a ${name} that is not the index of an utterance`)
  }
  return asStoredJson(annotations)
}

/** Whether every annotation names one of the utterances; what either is was checked before. */
export function annotationsMatch(utterances: unknown, annotations: unknown): boolean {
  const count = Array.isArray(utterances) ? utterances.length : 0
  const named = isObject(annotations) ? annotations : {}
  return annotationNames.every((name) => isAbsent(named[name]) || Number(named[name]) < count)
}
