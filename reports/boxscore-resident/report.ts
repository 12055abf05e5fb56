import { count, defineReport, difference, stack, sum } from '@leaselight/model'
import { occupancy } from '../occupancy/report'

// A unit's size depends on its floorplan, not on its residents' events.
const { bedrooms: _, area: __, ...homes } = occupancy.columns

const outs = (days: number) =>
  count(
    `Move-outs due (${days} days)`,
    `Units on notice whose last lease ends within ${days} days after the period, overdue ones included.`,
    { better: 'lower', optional: true },
  )
const ins = (days: number) =>
  count(
    `Move-ins due (${days} days)`,
    `Rented units whose new lease starts within ${days} days after the period, overdue ones included.`,
    { optional: true },
  )
const emptying = (days: 30 | 60) =>
  sum(
    ['totalVacant', `moveOutsDue${days}`],
    `Vacant by then (${days} days)`,
    `Vacant units and those whose move-out is due within ${days} days.`,
    { better: 'lower', optional: true },
  )
const exposure = (days: 30 | 60) =>
  difference(
    [`vacantIn${days}`, `moveInsDue${days}`],
    `Exposure (${days} days)`,
    `Vacant units plus move-outs due minus move-ins due within ${days} days. Never below zero, worked out for each row and the total.`,
    { better: 'lower', min: 0 },
  )

export const boxscoreResident = defineReport({
  key: 'boxscore-resident',
  apiKey: 'BoxscoreResidentReport',
  title: 'Resident boxscore',
  path: '/boxscore',
  view: 'resident',
  section: 'My Knock',
  navOrder: 2,
  gate: 'general',
  question: 'How full is this property, who came and went, and what will come empty?',
  shape: 'brief',
  answer: ['{totalOccupied} of {totalUnits:unit} are occupied.'],
  defaultFilters: ['dateRange', 'property'],
  additionalFilters: [],
  rows: ['property', 'floorplan'],
  columns: {
    moveIns: count('Move-ins', 'Leases whose residents moved in during the period.'),
    moveOuts: count('Move-outs', 'Leases whose residents moved out during the period.', { better: 'lower' }),
    notices: count('Notices', 'Notices given in the period, unless that very lease was renewed after all.', {
      better: 'lower',
    }),
    renewals: count('Renewals', 'Renewals signed in the period and not cancelled since.'),
    transfers: count('Transfers', 'Moves to another unit signed in the period and not cancelled since.'),
    ...homes,
    moveOutsDue30: outs(30),
    moveInsDue30: ins(30),
    vacantIn30: emptying(30),
    exposure30: exposure(30),
    moveOutsDue60: outs(60),
    moveInsDue60: ins(60),
    vacantIn60: emptying(60),
    exposure60: exposure(60),
  },
  tiles: ['occupiedRatio', 'leasedRatio', 'moveIns', 'moveOuts', 'exposure30'],
  charts: [stack(['totalOccupied', 'rentedVacant', 'unrentedVacant'], { share: true, limit: 12 })],
  notes: ['Units stand as on the last day of the period, or today where that is still to come.'],
})
