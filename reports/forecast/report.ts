import {
  computed,
  cost,
  defineReport,
  difference,
  distinct,
  leadsFor,
  MIN_CASES,
  measure,
  outlook,
  ratio,
  sum,
} from '@leaselight/model'
import { exposureColumns } from '../exposure'

/** The band holds in eight of ten cases: 1.2816 standard deviations on each side. */
const BAND_DEVIATIONS = 1.2816
/**
 * Occupied shares are known to six digits, so that a lease isn't needed for what they cut off. A target in tenths of a
 * percent asks for units in thousandths: halfway between two of these, no sum can fall on it.
 */
const CUT_OFF = 0.0045

const limit = (side: 1 | -1) => (expected: number | null, variance: number | null, units: number | null) =>
  expected === null || variance === null || !units
    ? null
    : Math.min(1, Math.max(0, expected + side * BAND_DEVIATIONS * Math.sqrt(variance / units)))

const leadsNeeded =
  (which: 'low' | 'likely' | 'high') => (needed: number | null, leads: number | null, leased: number | null) =>
    needed === null ? null : leadsFor(which, needed, leads ?? 0, leased ?? 0)

const percent = { format: 'percent' } as const
const hidden = { optional: true } as const
const exposure = <D extends 30 | 60 | 90>(days: D) => exposureColumns(days, distinct, '')
const leads = ['leasesNeeded', 'leads', 'leased'] as const

/** What numbers that count no records are worked out from; each opens the list of it. */
const UNDECIDED =
  'Undecided units, each with the chance that its resident leaves. The number is the sum of these chances.'
const PAST_LEADS =
  'Leads of the year that ended 60 days ago. How many of them leased tells how many leads a lease takes.'
const PAID_LEASES = 'Leases signed in the last 12 whole months. Spend divided by them is the cost per lease.'

/** How far the road leads. */
export const ROAD_DAYS = 120

export const forecast = defineReport({
  key: 'forecast',
  apiKey: 'ForecastReport',
  title: 'Road to occupancy',
  path: '/forecast',
  section: 'Leases',
  navOrder: 4,
  gate: 'general',
  question: 'How many leases and leads do we need to reach our target occupancy?',
  shape: 'brief',
  picture: 'charts',
  answer: [
    'To reach {target} in {daysAhead:day} you need {leasesNeeded:more lease}.',
    'At the pace of the last 90 days you reach {expectedRatio}.',
    'That takes about {leadsNeeded!:lead}, likely {leadsLow} to {leadsHigh}.',
  ],
  sortBy: 'leasesNeeded',
  defaultFilters: ['propertyIds'],
  additionalFilters: ['targetOccupancy'],
  inlineControls: ['targetOccupancy', 'horizon'],
  asOf: true,
  lockedScope: { dates: 'The road to occupancy starts today. Choose on the page how far ahead it leads.' },
  switches: {
    horizon: {
      label: 'Days ahead',
      description: 'In how many days the target is to be reached.',
      initial: '60',
      options: { '30': '30 days', '60': '60 days', '90': '90 days' },
    },
    by: {
      label: 'By',
      description: 'What rows stand for: properties that open to floor plans, or the next 120 days, ten days apart.',
      initial: 'property',
      options: { property: 'Property', day: 'Day ahead' },
    },
  },
  rows: ['property', 'floorplan'],
  rowsBySwitch: { key: 'by', rows: { property: ['property', 'floorplan'], day: ['day-ahead'] } },
  columns: {
    totalUnits: distinct('Units', 'Rentable units, without models and units that are down.', hidden),
    totalOccupied: distinct('Occupied', 'Units with a resident today: moved in, not moved out.', {
      meaning: { unit: 'occupied' },
      ...hidden,
    }),
    occupiedRatio: ratio('totalOccupied', 'totalUnits', 'Occupied %', 'Occupied units divided by all units.', percent),
    expectedRatio: measure(
      'Expected occupied %',
      'The share of units expected to be occupied then, with units rented as fast as in the last 90 days. Left out where fewer than 20 were to rent.',
      { ...percent, evidence: 'Every unit, with the chance that it is occupied then.' },
    ),
    target: measure('Target', 'The occupied share to reach.', { ...percent, ...hidden }),
    daysAhead: measure('Days ahead', 'How far ahead the row looks.', { format: 'integer', ...hidden }),
    heldRatio: measure(
      'Occupied % without new leases',
      'The share of units expected to be occupied then if no further lease is signed.',
      {
        ...percent,
        ...hidden,
        evidence: 'The units that keep their resident or have a new one, undecided ones by their chance.',
      },
    ),
    leasesNeeded: computed(
      ['totalUnits', 'target', 'heldRatio'],
      (units, target, held) =>
        units === null || target === null || held === null
          ? null
          : Math.max(0, Math.ceil(units * (target - held) - CUT_OFF)),
      'Leases needed',
      'New leases that must be signed and moved in by then to reach the target. Never below zero, worked out for each row and the total.',
      {
        ...{ format: 'integer', better: 'lower', words: ['target', 'goal', 'gap'] },
        evidence:
          'The units that may be empty then: vacant, on notice, or undecided, without a new resident by that day.',
      },
    ),
    leads: measure(
      'Leads of a year',
      'The property’s prospects created in the year that ended 60 days ago, so that most who sign have signed.',
      { format: 'integer', ...hidden, evidence: PAST_LEADS },
    ),
    leased: measure('Of them leased', 'Those of them who signed a lease.', {
      ...{ format: 'integer', ...hidden },
      evidence: 'The leads of that year who signed a lease.',
    }),
    conversion: computed(
      ['leads', 'leased'],
      (all, signed) => (all === null || signed === null || all < MIN_CASES ? null : signed / all),
      'Lead to lease %',
      'The property’s leads of a year who leased, divided by those leads. Left out below 20 leads.',
      { ...percent, better: 'higher', evidence: PAST_LEADS },
    ),
    leadsNeeded: computed(
      leads,
      leadsNeeded('likely'),
      'Leads needed',
      'Leases needed divided by lead to lease %. Left out below 20 leads, or without a lease among them.',
      { format: 'integer', better: 'lower', words: ['leads needed', 'traffic'], evidence: PAST_LEADS },
    ),
    leadsLow: computed(
      leads,
      leadsNeeded('low'),
      'Leads needed, at least',
      'With this many leads the chance of enough leases is 10%.',
      { format: 'integer', ...hidden },
    ),
    leadsHigh: computed(
      leads,
      leadsNeeded('high'),
      'Leads needed, at most',
      'With this many leads the chance of enough leases is 90%.',
      { format: 'integer', ...hidden },
    ),
    spend: measure('Spend of a year', 'What was spent on marketing in the last 12 whole months.', {
      format: 'money',
      ...hidden,
    }),
    newLeases: measure('Leases of that year', 'New leases signed in those months and not cancelled.', {
      ...{ format: 'integer', ...hidden },
      evidence: PAID_LEASES,
    }),
    costPerLease: cost('spend', 'newLeases', 'Cost per lease', 'Spend divided by leases of the last 12 whole months.', {
      ...hidden,
      evidence: PAID_LEASES,
    }),
    spendNeeded: computed(
      ['leasesNeeded', 'costPerLease'],
      (needed, each) => (needed === null || each === null ? null : needed * each),
      'Spend needed',
      'Leases needed times cost per lease. Left out without spend.',
      { format: 'money', better: 'lower', evidence: PAID_LEASES },
    ),
    moveOutsDue: distinct('Move-outs due', 'Units on notice whose last lease ends by then, overdue ones included.', {
      better: 'lower',
      ...hidden,
    }),
    moveInsDue: distinct('Move-ins due', 'Rented units whose new lease starts by then, overdue ones included.', hidden),
    undecided: distinct(
      'Undecided',
      'Occupied units whose lease ends by then, with neither notice nor renewal. A resident past the end of a lease counts as staying.',
      { better: 'lower', ...hidden },
    ),
    noticeShare: measure(
      'Expected notices %',
      'Undecided units times the share of such residents who left in the last year, divided by all units. Shares of a property with few cases are drawn to the company’s.',
      { ...percent, ...hidden, better: 'lower', evidence: UNDECIDED },
    ),
    expectedNotices: computed(
      ['totalUnits', 'noticeShare'],
      (units, share) => (units === null || share === null ? null : units * share),
      'Expected notices',
      'How many of the undecided are expected to leave, by how residents decided in the last year. Left out below 20 ended leases.',
      { format: 'tenths', better: 'lower', ...hidden, evidence: UNDECIDED },
    ),
    expectedRenewals: difference(
      ['undecided', 'expectedNotices'],
      'Expected renewals',
      'How many of the undecided are expected to stay.',
      { format: 'tenths', ...hidden, evidence: UNDECIDED },
    ),
    decided: measure(
      'Decisions of a year',
      'Leases that ended in the year to 14 days ago, with residents who were undecided in one of the last four months.',
      { format: 'integer', ...hidden, evidence: 'The leases that ended, with what their residents decided.' },
    ),
    decidedLeft: measure('Of them left', 'Those of them who moved out within 14 days of the end.', {
      ...{ format: 'integer', ...hidden },
      evidence: 'The leases that ended and whose residents moved out.',
    }),
    variance: measure('Variance per unit', 'How uncertain one unit’s expected occupancy is on average.', {
      format: 'decimal',
      ...hidden,
    }),
    expectedLow: computed(
      ['expectedRatio', 'variance', 'totalUnits'],
      limit(-1),
      'Expected, at least',
      'In eight of ten cases, at least this share is occupied then or at most the share in the next column.',
      { ...percent, ...hidden },
    ),
    expectedHigh: computed(
      ['expectedRatio', 'variance', 'totalUnits'],
      limit(1),
      'Expected, at most',
      'The upper end of the shares that hold in eight of ten cases.',
      { ...percent, ...hidden },
    ),
    rentedVacant: distinct('Vacant, rented', 'Empty units with a signed lease that is still to move in.', {
      meaning: { unit: 'rented-vacant' },
      ...hidden,
    }),
    unrentedVacant: distinct('Vacant, unrented', 'Vacant units without a future lease.', {
      better: 'lower',
      meaning: { unit: 'unrented-vacant' },
      ...hidden,
    }),
    totalVacant: sum(['rentedVacant', 'unrentedVacant'], 'Vacant', 'Empty units today, rented or not.', {
      better: 'lower',
      ...hidden,
    }),
    ...exposure(30),
    ...exposure(60),
    ...exposure(90),
  },
  columnGroups: { totalUnits: 'Occupancy', leasesNeeded: 'Needed', moveOutsDue: 'Expected', rentedVacant: 'Exposure' },
  nouns: {
    occupiedRatio: 'the share of units occupied',
    expectedRatio: 'the expected share of units occupied',
    spendNeeded: 'the spend needed',
  },
  tiles: ['occupiedRatio', 'expectedRatio', 'leasesNeeded', 'leadsNeeded', 'spendNeeded'],
  charts: [
    outlook('expectedRatio', ['expectedLow', 'expectedHigh'], ['heldRatio', 'target'], ROAD_DAYS, { by: 'day' }),
  ],
  notes: ['Units stand as they are today. A floor plan takes the leads and costs of its property.'],
})
