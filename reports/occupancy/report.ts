import { bars, count, defineReport, difference, measure, ratio, stack, sum, withSwitches } from '@leaselight/model'

// A number of units is beside at most one share, and what it consists of is one click away.
const more = { optional: true } as const

const share = (column: string, label: string, definition: string, better?: 'higher' | 'lower') =>
  ratio(column, 'totalUnits', label, definition, { format: 'percent', ...more, ...(better ? { better } : {}) })

/** Every unit is in one of these states. */
const states = ['occupiedStaying', 'rentedNotice', 'rentedVacant', 'unrentedNotice', 'unrentedVacant']

export const occupancy = defineReport({
  key: 'occupancy',
  apiKey: 'OccupancyReport',
  title: 'Occupancy',
  path: '/occupancy',
  section: 'Leases',
  navOrder: 2,
  gate: 'general',
  question: 'How full are we today, and what is left to rent?',
  shape: 'homes',
  picture: 'card',
  answer: ['{totalOccupied} of {totalUnits!:unit} are occupied, {totalToRent} left to rent.'],
  largest: [
    {
      rows: 'property',
      column: 'unrentedNotice',
      whole: 'totalUnits',
      wholeOf: 'row',
      says: '{name} has the most notices without a new renter: {part} of {whole:unit}.',
    },
    {
      groups: { 'vacant now': ['unrentedVacant'], 'still occupied, on notice': ['unrentedNotice'] },
      says: 'Most are {name}: {part} of {whole}.',
    },
  ],
  sortBy: 'totalToRent',
  defaultFilters: ['propertyIds'],
  additionalFilters: [],
  asOf: true,
  lockedScope: { dates: 'Occupancy is about today: it counts units as they are now.' },
  switches: {
    by: {
      label: 'By',
      description:
        'What rows stand for: properties that open to floorplans, floorplans of all properties, or bedrooms.',
      initial: 'property',
      options: { property: 'Property', floorplan: 'Floorplan', bedrooms: 'Bedrooms' },
    },
  },
  rows: ['property', 'floorplan'],
  rowsBySwitch: {
    key: 'by',
    rows: { property: ['property', 'floorplan'], floorplan: ['floorplan'], bedrooms: ['bedrooms'] },
  },
  columns: {
    bedrooms: measure('Bedrooms', 'Bedrooms of the floorplan. 0 is a studio.', { format: 'integer', optional: true }),
    area: measure('Area', 'Average area of the units, in square feet.', { format: 'integer', optional: true }),
    totalUnits: count('Units', 'Rentable units, without models and units that are down.', more),
    totalOccupied: count('Occupied', 'Units with a resident on the day: moved in, not moved out.', {
      ...more,
      meaning: { unit: 'occupied' },
      words: ['occupied units'],
    }),
    occupiedRatio: ratio('totalOccupied', 'totalUnits', 'Occupied %', 'Occupied units divided by all units.', {
      format: 'percent',
      words: ['occupancy', 'occupancy rate'],
    }),
    rentedVacant: count('Vacant, rented', 'Empty units with a signed lease that is still to move in.', {
      ...more,
      meaning: { unit: 'rented-vacant' },
    }),
    unrentedVacant: count('Vacant, unrented', 'Vacant units without a future lease.', {
      ...more,
      better: 'lower',
      meaning: { unit: 'unrented-vacant' },
    }),
    totalVacant: sum(['rentedVacant', 'unrentedVacant'], 'Vacant', 'Empty units, rented or not.', {
      better: 'lower',
      words: ['vacant units', 'empty units'],
    }),
    vacantRatio: share('totalVacant', 'Vacant %', 'Vacant units divided by all units.', 'lower'),
    rentedNotice: count('Notice, rented', 'Occupied units on notice that the next resident has already rented.', {
      ...more,
      meaning: { unit: 'rented-notice' },
    }),
    unrentedNotice: count('Notice, unrented', 'Occupied units on notice without a future lease.', {
      ...more,
      better: 'lower',
      meaning: { unit: 'unrented-notice' },
    }),
    totalNotice: sum(
      ['rentedNotice', 'unrentedNotice'],
      'On notice',
      'Occupied units whose resident has given notice.',
      {
        better: 'lower',
      },
    ),
    noticeRatio: share('totalNotice', 'Notice %', 'Units on notice divided by all units.', 'lower'),
    occupiedStaying: difference(
      ['totalOccupied', 'totalNotice'],
      'Occupied, staying',
      'Occupied units whose resident has given no notice.',
      { optional: true, meaning: { unit: 'staying' } },
    ),
    totalToRent: sum(
      ['unrentedVacant', 'unrentedNotice'],
      'To rent',
      'Units that are or will be vacant and have no future lease.',
      {
        better: 'lower',
      },
    ),
    toRentRatio: share('totalToRent', 'To rent %', 'Units to rent divided by all units.', 'lower'),
    toRentRatioVsVacantRatio: difference(
      ['toRentRatio', 'vacantRatio'],
      'To rent vs vacant',
      'To rent % minus vacant %, in points: above zero, more units will come empty than are rented ahead.',
      { format: 'percent', better: 'lower', optional: true },
    ),
    leased: count('Leased', 'Units occupied and not leaving unrented, and empty units already rented.', more),
    leasedRatio: ratio(
      'leased',
      'totalUnits',
      'Leased %',
      'Occupied minus unrented notice plus rented vacant, divided by all units.',
      { format: 'percent' },
    ),
  },
  columnGroups: {
    totalOccupied: 'On the day',
    totalToRent: 'Leasing',
  },
  metadata: {
    floorplanData: { kind: 'rows', of: 'floorplan', description: 'The units of the selection by floorplan.' },
  },
  watches: [
    {
      column: 'leased',
      of: 'totalUnits',
      topic: 'occupancy',
      at: ['company', 'property'],
      hurts: 'down',
      // A home that isn't leased costs its rent.
      weight: { dollars: 1_500 },
      says: 'has {part} of {whole:unit} leased',
      shows: 'totalToRent',
    },
    {
      column: 'totalOccupied',
      of: 'totalUnits',
      topic: 'occupancy',
      at: ['company', 'property'],
      hurts: 'down',
      weight: { dollars: 1_500 },
      says: 'has {part} of {whole:unit} occupied',
      shows: 'totalVacant',
    },
    {
      column: 'totalNotice',
      of: 'totalUnits',
      topic: 'residents',
      at: ['company', 'property'],
      hurts: 'up',
      // Most homes on notice are rented again before they are empty for a month.
      weight: { dollars: 500 },
      says: 'has {part} of {whole:unit} on notice',
    },
  ],
  nouns: {
    totalToRent: 'units to rent',
    occupiedRatio: 'the share of units occupied',
    leasedRatio: 'the share of units leased',
    totalVacant: 'vacant units',
    totalNotice: 'units on notice',
    rentedVacant: 'vacant units already rented',
    unrentedVacant: 'vacant units without a lease',
    rentedNotice: 'units on notice already rented',
    unrentedNotice: 'units on notice without a lease',
    occupiedStaying: 'occupied units not on notice',
  },
  tiles: ['occupiedRatio', 'leasedRatio', 'totalVacant', 'totalNotice', 'totalToRent'],
  charts: [
    withSwitches({ by: 'bedrooms' }, stack(states, { share: true })),
    withSwitches({ by: 'floorplan' }, bars('totalToRent')),
  ],
})
