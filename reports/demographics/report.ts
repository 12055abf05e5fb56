import {
  atLeast,
  type CountColumn,
  classes,
  defineReport,
  type Meaning,
  type MeaningMember,
  type RatioColumn,
  ratio,
  stack,
  sum,
  withSwitches,
} from '@leaselight/model'

// Neither more nor fewer of any people is good news.
const people = (label: string, definition: string, meaning?: Meaning, optional = false): CountColumn => ({
  kind: 'count',
  label,
  definition,
  format: 'integer',
  additive: false,
  optional,
  ...(meaning && { meaning }),
})

const aged = (ages: string, age: MeaningMember<'age'>) =>
  people(`Age ${ages}`, `Of these, those aged ${ages} on the day of their first scanned visit of the period.`, { age })

// At one property they are of a handful of people, of which the counts say more.
function share(column: string, label: string, what: string): RatioColumn {
  const { better: _, ...rest } = ratio(
    column,
    'total',
    label,
    `${what} divided by all prospects with a scanned visit.`,
    {
      format: 'percent',
      optional: true,
    },
  )
  return rest
}

const YOUNGER = ['age18To24', 'age25To34'] as const
const OLDER = ['age35To44', 'age45To54', 'age55To64', 'age65Plus'] as const

export const demographics = defineReport({
  key: 'demographics',
  apiKey: 'DemographicsReport',
  title: 'Demographics',
  path: '/demographics',
  section: 'Visitors',
  navOrder: 6,
  gate: 'tours',
  question: 'Who comes to see our units?',
  shape: 'rank',
  answer: ['{total:prospect} showed an ID: {female:woman|women}, {male:man|men}, {genderUnknown} unknown.'],
  largest: [
    {
      groups: {
        'under 35': YOUNGER,
        '35 or older': OLDER,
      },
      says: 'Most are {name}: {part} of {whole} whose age is known.',
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  switches: {
    by: {
      label: 'By',
      description: 'What rows stand for: properties that open to ages, or ages of all properties together.',
      initial: 'property',
      options: { property: 'Property', age: 'Age' },
    },
  },
  rows: ['property', 'age'],
  rowsBySwitch: { key: 'by', rows: { property: ['property', 'age'], age: ['age'] } },
  columns: {
    total: people('Prospects', 'Prospects with a visit in the period on which their ID was scanned.'),
    female: people('Female', 'Of these, those known to be female.', { gender: 'female' }),
    male: people('Male', 'Of these, those known to be male.', { gender: 'male' }),
    genderUnknown: people('Gender unknown', 'Of these, those whose gender is not known.', { gender: 'unknown' }, true),
    femaleRatio: share('female', 'Female %', 'Female prospects'),
    maleRatio: share('male', 'Male %', 'Male prospects'),
    genderUnknownRatio: share('genderUnknown', 'Gender unknown %', 'Prospects of unknown gender'),
    genderKnown: sum(['female', 'male'], 'Gender known', 'Female and male prospects together.', { optional: true }),
    combinedRatio: share('genderKnown', 'Gender known %', 'Prospects of known gender'),
    age18To24: aged('18–24', '18-24'),
    age25To34: aged('25–34', '25-34'),
    age35To44: aged('35–44', '35-44'),
    age45To54: aged('45–54', '45-54'),
    age55To64: aged('55–64', '55-64'),
    age65Plus: aged('65+', '65+'),
    ageUnknown: people(
      'Age unknown',
      'Of these, those whose birthday is not known or who were under 18.',
      { age: 'unknown' },
      true,
    ),
    ageKnown: sum([...YOUNGER, ...OLDER], 'Age known', 'Prospects whose age is known.', { optional: true }),
    under35: sum(YOUNGER, 'Under 35', 'Prospects aged 18 to 34.', { optional: true }),
    from35: sum(OLDER, '35 or older', 'Prospects aged 35 or more.', { optional: true }),
    age18To24Ratio: share('age18To24', '18–24 %', 'Prospects aged 18 to 24'),
    age25To34Ratio: share('age25To34', '25–34 %', 'Prospects aged 25 to 34'),
    age35To44Ratio: share('age35To44', '35–44 %', 'Prospects aged 35 to 44'),
    age45To54Ratio: share('age45To54', '45–54 %', 'Prospects aged 45 to 54'),
    age55To64Ratio: share('age55To64', '55–64 %', 'Prospects aged 55 to 64'),
    age65PlusRatio: share('age65Plus', '65+ %', 'Prospects aged 65 or more'),
    ageUnknownRatio: share('ageUnknown', 'Age unknown %', 'Prospects of unknown age'),
  },
  columnGroups: { female: 'Gender', age18To24: 'Age' },
  metadata: {
    dataByAge: { kind: 'rows', of: 'age', description: 'The numbers of the selection by age, each prospect once.' },
  },
  nouns: {
    female: 'women among prospects',
    male: 'men among prospects',
    combinedRatio: 'the share of prospects whose gender is known',
    under35: 'visitors under 35',
    from35: 'visitors of 35 or more',
    genderKnown: 'prospects of known gender',
  },
  tiles: ['total', 'female', 'male', 'under35', 'from35'],
  charts: [
    // A handful of people makes a picture of chance, and at one property there is rarely more.
    atLeast(10, 'ageKnown', classes('Visitors by age', ...YOUNGER, ...OLDER)),
    atLeast(30, 'genderKnown', withSwitches({ by: 'age' }, stack(['female', 'male'], { share: true }))),
  ],
  notes: ['A prospect who visited two properties counts in both rows, and once in the total.'],
})
