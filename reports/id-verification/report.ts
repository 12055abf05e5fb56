import { count, defineReport, idsColumn, measure, ratio, trend } from '@leaselight/model'

export const idVerification = defineReport({
  key: 'id-verification',
  apiKey: 'IdVerificationReport',
  title: 'ID Verification',
  path: '/id-verification',
  formerPaths: ['/verification'],
  section: 'Visitors',
  navOrder: 3,
  gate: 'tours',
  question: 'Who toured without an ID scan, and what might that cost?',
  shape: 'rank',
  picture: 'card',
  answer: ['{visitsWithScan} of {visits!:visit} had an ID scan.'],
  largest: [
    {
      rows: 'property',
      column: 'visits',
      less: 'visitsWithScan',
      whole: 'visits',
      wholeOf: 'row',
      says: '{name} had the most without one: {part} of {whole:visit}.',
      near: ['{name} had {part:visit}{each} without one', '{second} {other}'],
    },
  ],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['averageFraudRate', 'averageFraudCost'],
  inlineControls: ['averageFraudRate', 'averageFraudCost'],
  rows: ['property', 'agent'],
  columns: {
    visits: count('Visits', 'Visits that took place, booked or walk-in.', { meaning: { stage: 'visit' } }),
    visitsWithScan: count('Visits with scan', 'Visits on which an ID was scanned.', { meaning: { scan: 'scanned' } }),
    validScans: count('Valid scans', 'Visits whose scanned ID was found valid.', { meaning: { scan: 'valid' } }),
    invalidScans: count('Invalid scans', 'Visits whose scanned ID was not found valid.', {
      better: 'lower',
      meaning: { scan: 'invalid' },
    }),
    visitsWithScanRatio: ratio('visitsWithScan', 'visits', 'Scanned %', 'Visits with scan divided by visits.', {
      format: 'percent',
    }),
    validIDRatio: ratio('validScans', 'visitsWithScan', 'Valid %', 'Valid scans divided by visits with scan.', {
      format: 'percent',
    }),
    fraudExposure: measure(
      'Fraud exposure',
      'Visits without a scan, times the average fraud rate, times the average cost of a fraud: an estimate.',
      { format: 'money', additive: true, better: 'lower' },
    ),
    visitsIds: idsColumn('visits', 'Ids of visits', 'The visits of an agent’s row.'),
    visitsWithScanIds: idsColumn(
      'visitsWithScan',
      'Ids of visits with scan',
      'The visits with scan of an agent’s row.',
    ),
    validScansIds: idsColumn('validScans', 'Ids of valid scans', 'The visits with a valid scan of an agent’s row.'),
    invalidScansIds: idsColumn(
      'invalidScans',
      'Ids of invalid scans',
      'The visits with an invalid scan of an agent’s row.',
    ),
  },
  watches: [
    {
      column: 'visitsWithScanRatio',
      topic: 'safety',
      at: ['company', 'property', 'agent'],
      hurts: 'down',
      // The report’s own assumptions: 5 of 100 visits without a scan are frauds, and one costs $5,000.
      weight: { dollars: 250 },
      says: 'scans the ID on {part} of {whole:visit}',
    },
  ],
  nouns: {
    visitsWithScan: 'visits with a scan',
    visitsWithScanRatio: 'the share of visits with a scan',
    validIDRatio: 'the share of scans that are valid',
    fraudExposure: 'the fraud exposure',
  },
  tiles: ['visits', 'visitsWithScan', 'visitsWithScanRatio', 'validIDRatio', 'fraudExposure'],
  charts: [trend('visits', 'visitsWithScan')],
})
