import { bars, cost, defineReport, distinct, measure, trend } from '@leaselight/model'

const credit = (label: string, how: string) =>
  measure(label, `Conversions credited to the source: ${how}.`, { format: 'tenths', additive: true, better: 'higher' })
/** How a conversion's credit is shared among the touches before it; the columns of that name. */
const models = {
  first: 'First touch',
  last: 'Last touch',
  linear: 'Linear',
  position: 'Position',
  decay: 'Time decay',
} as const

const costBy = (column: string, label: string) =>
  cost('spend', column, `Cost, ${label}`, `Spend divided by the conversions credited: ${label}; none without spend.`, {
    optional: column !== 'linear',
  })

export const attributions = defineReport({
  key: 'attributions',
  apiKey: 'AttributionsReport',
  title: 'Attributions',
  path: '/attributions',
  section: 'Marketing',
  navOrder: 4,
  gate: 'general',
  flag: 'new_attribution_report',
  question: 'Which sources deserve the credit for our leases, and what does a lease cost there?',
  shape: 'rank',
  answer: ['{conversions:conversion} to credit, at {spend} of spend.'],
  largest: [
    {
      rows: 'source',
      column: 'first',
      whole: 'conversions',
      wholeOf: 'total',
      says: '{name} starts the most: {part} of {whole:conversion}.',
      both: '{name} and {second} start the most: {part} of {whole:conversion}.',
      near: ['{name} started {part} of them{each}', '{second} {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds', 'viewBy', 'sourceNames'],
  additionalFilters: ['prospectsByCreateDate'],
  viewByOptions: ['lease-conversion', 'visit-conversion'],
  switches: {
    model: {
      label: 'Model',
      description: 'The model the page shows.',
      initial: 'linear',
      options: models,
      onPageOnly: true,
    },
    against: {
      label: 'Against',
      description: 'The model it is compared with.',
      initial: 'last',
      options: models,
      onPageOnly: true,
    },
  },
  inlineControls: ['model', 'against'],
  rows: ['source'],
  columns: {
    conversions: distinct(
      'Conversions',
      'Prospects whose first live lease was signed in the period (or who first visited in it) after the source had touched them.',
    ),
    first: credit('First touch', 'all of each to the first touch'),
    last: credit('Last touch', 'all of each to the last touch before it'),
    linear: credit('Linear', 'the same part to every touch'),
    position: credit('Position', '40% to the first touch, 40% to the last, and 20% shared by those between'),
    decay: credit('Time decay', 'a touch counts half as much for every 7 days before the conversion'),
    spend: measure('Spend', 'What the source cost in the period: fees by day, by lead and by lease.', {
      format: 'money',
      additive: true,
    }),
    costFirst: costBy('first', 'first touch'),
    costLast: costBy('last', 'last touch'),
    costLinear: costBy('linear', 'linear'),
    costPosition: costBy('position', 'position'),
    costDecay: costBy('decay', 'time decay'),
  },
  columnGroups: { first: 'Credited conversions', spend: 'Cost' },
  nouns: {
    costLinear: 'the cost per conversion, shared evenly',
    linear: 'conversions by linear credit',
  },
  tiles: ['conversions', 'spend', 'costLinear'],
  charts: [trend('conversions'), bars('linear', 10, 'last')],
  notes: [
    'One conversion can count for several sources, so rows add up to more than the total. Credits add up exactly.',
  ],
})
