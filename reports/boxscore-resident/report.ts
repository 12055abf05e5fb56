import { type Column, count, defineReport, trend } from '@leaselight/model'
import { exposureColumns } from '../exposure'
import { occupancy } from '../occupancy/report'

// A unit's size depends on its floorplan, not on its residents' events.
const { bedrooms: _, area: __, ...homes } = occupancy.columns
const { totalVacant, totalNotice, totalToRent } = homes

const more = { optional: true } as const

/** Occupancy shows it; beside what happened in a period it is one of the columns to choose. */
const unlessChosen = <C extends Column>(column: C): C => ({ ...column, ...more })

const exposure = <D extends 30 | 60>(days: D) => exposureColumns(days, count, ' after the period')

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
  picture: 'card',
  answer: [
    '{totalOccupied} of {totalUnits!:unit} are occupied.',
    '{moveIns:move-in}, {moveOuts:move-out} and {notices:notice}.',
  ],
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
    transfers: count('Transfers', 'Moves to another unit signed in the period and not cancelled since.', more),
    ...homes,
    totalVacant: unlessChosen(totalVacant),
    totalNotice: unlessChosen(totalNotice),
    totalToRent: unlessChosen(totalToRent),
    ...exposure(30),
    ...exposure(60),
  },
  columnGroups: { moveIns: 'Moves', totalUnits: 'On the last day', moveOutsDue30: 'Exposure' },
  nouns: {
    occupiedRatio: 'the share of units occupied',
    leasedRatio: 'the share of units leased',
    exposure30: '30-day exposure',
    totalOccupied: 'occupied units',
    rentedVacant: 'vacant units already rented',
    unrentedVacant: 'vacant units without a lease',
  },
  tiles: ['occupiedRatio', 'leasedRatio', 'moveIns', 'moveOuts', 'exposure30'],
  charts: [trend('moveIns', 'moveOuts')],
  notes: ['Units stand as on the last day of the period, or today where that is still to come.'],
})
