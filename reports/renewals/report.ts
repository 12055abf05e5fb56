import { count, defineReport, difference, measure, ratio } from '@leaselight/model'

export const renewals = defineReport({
  key: 'renewals',
  apiKey: 'RenewalsReport',
  title: 'Renewals',
  path: '/renewals',
  section: 'Leases',
  navOrder: 3,
  gate: 'general',
  question: 'Whose lease ends, who stays, and at what rent?',
  shape: 'homes',
  picture: 'card',
  answer: ['{renewed} of {expiring!:ending lease} renewed, {undecided} still undecided.'],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  switches: {
    by: {
      label: 'By',
      description: 'What rows stand for: properties that open to units, or the weeks in which leases end.',
      initial: 'property',
      options: { property: 'Property', week: 'Week' },
    },
  },
  rows: ['property', 'home'],
  rowsBySwitch: { key: 'by', rows: { property: ['property', 'home'], week: ['week'] } },
  columns: {
    expiring: count('Expiring', 'Leases that end in the period and were not cancelled.'),
    renewed: count('Renewed', 'Expiring leases that a signed renewal continues.', { meaning: { outcome: 'renewed' } }),
    movedOut: count('Moved out', 'Expiring leases not renewed whose resident has moved out.', {
      better: 'lower',
      meaning: { outcome: 'moved-out' },
    }),
    notice: count('Notice', 'Expiring leases not renewed whose resident lives here and has given notice.', {
      better: 'lower',
      meaning: { outcome: 'notice' },
    }),
    undecided: count('Undecided', 'Expiring leases neither renewed nor given notice on.', {
      better: 'lower',
      meaning: { outcome: 'undecided' },
    }),
    renewalRate: ratio('renewed', 'expiring', 'Renewal rate', 'Renewed divided by expiring leases.', {
      format: 'percent',
    }),
    oldRent: measure('Rent before', 'Monthly rent of the renewed leases.', {
      format: 'money',
      additive: true,
      optional: true,
    }),
    newRent: measure('Rent after', 'Monthly rent of their renewals. Of several, the last signed counts.', {
      format: 'money',
      additive: true,
      optional: true,
    }),
    rentChange: difference(['newRent', 'oldRent'], 'Rent change', 'Monthly rent of the renewals minus rent before.', {
      format: 'money',
    }),
    rentChangeRatio: ratio('rentChange', 'oldRent', 'Rent change %', 'Rent change divided by the rent before.', {
      format: 'percent',
    }),
    daysLeft: measure('Days left', 'Days until the lease ends, below zero after it. Shown where all leases agree.', {
      format: 'daysLeft',
      // Rows of several leases have none.
      optional: true,
    }),
  },
  columnGroups: { renewed: 'Outcome', oldRent: 'Rent', daysLeft: '' },
  watches: [
    {
      column: 'renewalRate',
      topic: 'residents',
      at: ['company', 'property'],
      hurts: 'down',
      weight: { leases: 1 },
      says: 'renews {part} of {whole:ending lease}',
    },
  ],
  nouns: {
    expiring: 'expiring leases',
    renewalRate: 'the renewal rate',
    undecided: 'undecided leases',
    notice: 'leases on notice',
    rentChangeRatio: 'the rent change on renewal',
    renewed: 'renewed leases',
    movedOut: 'leases of residents who moved out',
  },
  tiles: ['expiring', 'renewalRate', 'undecided', 'notice', 'rentChangeRatio'],
  charts: [],
})
