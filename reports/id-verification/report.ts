import { count, defineReport, measure, ratio, stack, trend } from '@leaselight/model'

export const idVerification = defineReport({
  key: 'id-verification',
  apiKey: 'IdVerificationReport',
  title: 'ID Verification',
  path: '/id-verification',
  section: 'Visitors',
  place: 3,
  gate: 'tours',
  answers: 'Whom did we let in without seeing an ID, and what might that cost?',
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['averageFraudRate', 'averageFraudCost'],
  rows: ['property', 'agent'],
  columns: {
    visits: count('Visits', 'Visits that took place, booked or walk-in.'),
    visitsWithScan: count('Visits with scan', 'Visits on which an ID was scanned.'),
    validScans: count('Valid scans', 'Visits whose scanned ID was found valid.'),
    invalidScans: count('Invalid scans', 'Visits whose scanned ID was not found valid.', { better: 'lower' }),
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
  },
  tiles: ['visits', 'visitsWithScan', 'visitsWithScanRatio', 'validIDRatio', 'fraudExposure'],
  charts: [trend('visits', 'visitsWithScan'), stack(['validScans', 'invalidScans'])],
})
