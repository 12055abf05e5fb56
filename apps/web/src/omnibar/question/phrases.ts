import { type ComparisonBasis, comparisons } from '@leaselight/model'

/** Words that ask, and say nothing about what. The list is closed: any other word counts or is said to be unknown. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a all am amount an and any are at be been by came can come could did display do does during figure figures for from ' +
    'get give got had has have how i in is it list many me most much my number numbers of on or our per please report ' +
    'reports see show tell that the their there to total totals us was we were what which with you your'
  ).split(' '),
)

/** Words that ask on their own: with one of them, a number alone is a question. */
export const ASKING: ReadonlySet<string> = new Set(['how', 'what', 'which', 'show', 'give', 'tell'])

/** No filter leaves out what is named, so what follows isn't read as if it were asked for. */
export const NEGATIONS: ReadonlySet<string> = new Set([
  'except',
  'excluding',
  'excludes',
  'not',
  'no',
  'without',
  'minus',
])

/** What comes before the name of a grouping. */
export const GROUPING_MARKERS: readonly (readonly string[])[] = [
  ['by'],
  ['per'],
  ['each'],
  ['every'],
  ['for', 'each'],
  ['for', 'every'],
  ['split', 'by'],
  ['group', 'by'],
  ['grouped', 'by'],
  ['broken', 'down', 'by'],
]

/** What comes before the dates that a period is compared with. */
export const COMPARISON_MARKERS: readonly (readonly string[])[] = [
  ['vs'],
  ['versus'],
  ['against'],
  ['than'],
  ['compared', 'to'],
  ['compared', 'with'],
  ['compare', 'to'],
  ['compare', 'with'],
]

/** What may be between such a marker and its dates. */
export const COMPARISON_FILLERS: ReadonlySet<string> = new Set(['the', 'a', 'same', 'time', 'in'])

/** What a period is compared with, by what people call it. */
export const COMPARISONS: readonly (readonly [phrase: string, basis: ComparisonBasis | 'before'])[] = [
  // Each by its own name, and then what is said besides.
  ...Object.entries(comparisons).map(([basis, label]) => [label.toLowerCase(), basis as ComparisonBasis] as const),
  ['last year', 'year_before'],
  ['year before', 'year_before'],
  ['year ago', 'year_before'],
  ['prior year', 'year_before'],
  ['previous year', 'year_before'],
  ['period last year', 'year_before'],
  ['period before', 'before'],
  ['prior period', 'before'],
  ['previous period', 'before'],
  ['last period', 'before'],
  ['day before', 'before'],
  ['week before', 'before'],
  ['month before', 'before'],
  ['quarter before', 'before'],
  ['before', 'before'],
]

/** Comparisons that need no word before them. */
export const SPOKEN_COMPARISONS: readonly (readonly [phrase: string, basis: ComparisonBasis | 'before'])[] = [
  ['year over year', 'year_before'],
  ['yoy', 'year_before'],
  ['week over week', 'before'],
  ['month over month', 'before'],
  ['quarter over quarter', 'before'],
  ['period over period', 'before'],
]

/** What is said of rows that no dimension's own label says. */
export const GENERIC_OPTIONS: ReadonlySet<string> = new Set(['other', 'all', 'none', 'unknown', 'count'])

export const NUMBER_WORDS: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
