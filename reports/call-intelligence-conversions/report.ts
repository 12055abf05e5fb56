import { count, defineReport, difference, funnel, ratio } from '@leaselight/model'

const rate = (stage: string, before: string, label: string, definition: string) =>
  ratio(stage, before, label, definition, { format: 'percent' })

export const callIntelligenceConversions = defineReport({
  key: 'call-intelligence-conversions',
  apiKey: 'CallIntelligenceConversionsReport',
  title: 'Call intelligence: conversions',
  path: '/call-intelligence',
  view: 'conversions',
  tab: 'Conversions',
  section: 'Leads',
  navOrder: 21,
  gate: 'call-intel',
  question: 'How many first calls become appointments, visits and leases?',
  shape: 'flow',
  sortBy: 'unbooked',
  answer: ['{appointments} of {totalCalls!:call} led to an appointment, and {leases} to a lease.'],
  defaultFilters: ['dateRange', 'propertyIds', 'groupBy'],
  additionalFilters: ['callerTypes', 'sources', 'agentIds', 'selectedScheduled'],
  groupByOptions: ['property', 'source', 'agent'],
  fallback: { call_intelligence_filter: { additionalFilters: [] } },
  rows: ['groupBy'],
  columns: {
    totalCalls: count('First calls', 'Inbound calls in the period of prospects who called for the first time.', {
      meaning: { call: 'inbound' },
    }),
    appointments: count(
      'With appointment',
      'First calls whose prospect got an appointment, made within 30 days after the call, kept or cancelled.',
      { meaning: { stage: 'appointment' } },
    ),
    unbooked: difference(['totalCalls', 'appointments'], 'No appointment', 'First calls without an appointment.', {
      better: undefined,
    }),
    appointmentRate: rate(
      'appointments',
      'totalCalls',
      'Appointment rate',
      'First calls with an appointment divided by first calls.',
    ),
    visits: count('With visit', 'Of these, calls whose prospect visited after that appointment was made.', {
      meaning: { stage: 'visit' },
    }),
    visitRate: rate('visits', 'appointments', 'Visit rate', 'Calls with a visit divided by those with an appointment.'),
    leases: count('With lease', 'Of these, calls whose prospect signed a live lease at or after that visit.', {
      meaning: { stage: 'lease' },
    }),
    leaseRate: rate('leases', 'visits', 'Lease rate', 'Calls with a lease divided by those with a visit.'),
    leasesPerCall: rate('leases', 'totalCalls', 'Leases per call', 'Calls with a lease divided by first calls.'),
  },
  columnGroups: { appointments: 'Appointment', visits: 'Visit', leases: 'Lease' },
  nouns: {
    appointments: 'callers with an appointment',
    unbooked: 'callers without an appointment',
    visits: 'callers with a visit',
    leases: 'callers with a lease',
    leasesPerCall: 'the share of callers who leased',
    appointmentRate: 'the appointment rate',
  },
  tiles: ['totalCalls', 'appointments', 'visits', 'leases', 'leasesPerCall'],
  charts: [funnel('totalCalls', 'appointments', 'visits', 'leases')],
  notes: ['A call counts on its own day. What it leads to may come later, so the newest calls have led to little yet.'],
})
