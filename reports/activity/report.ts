import { count, defineReport, distinct, ratio, sum, trend } from '@leaselight/model'

// The report is read from leads to leases; what follow-ups and visits consist of is one click away.
const more = { optional: true } as const

const perProspect = (column: string, what: string) =>
  ratio(column, 'prospects', `${what} per prospect`, `${what} divided by prospects.`, more)

export const activity = defineReport({
  key: 'activity',
  apiKey: 'ActivityReport',
  title: 'Activity',
  path: '/activity',
  section: 'Leads',
  navOrder: 1,
  gate: 'general',
  flag: 'activity_report',
  question: 'What came in, and what did each office do about it?',
  shape: 'rank',
  answer: ['{prospects:prospect}, {visits:visit} and {leases:lease}.'],
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['includeNonProspects', 'prospectsByCreateDate'],
  tab: 'By event',
  views: { created: { tab: 'By created', filters: { prospectsByCreateDate: true } } },
  rows: ['property', 'agent'],
  columns: {
    leads: distinct(
      'Leads',
      'Everyone with any activity in the period: created, in touch with an agent, an appointment, visit, application or lease. By create date, everyone created in it. People marked as not a prospect are included.',
      { meaning: { stage: 'lead' }, words: ['inquiries', 'guest cards'] },
    ),
    prospects: distinct('Prospects', 'Leads that are not marked as not a prospect.', {
      meaning: { stage: 'prospect' },
      words: ['people'],
    }),
    email: count('Email', 'Emails that agents wrote themselves.', more),
    bulkEmail: count('Bulk email', 'Emails sent in bulk or by a drip campaign.', more),
    call: count('Calls', 'Outbound calls made by agents.', more),
    text: count('Texts', 'Text messages that agents wrote themselves.', more),
    facebook: count('Facebook', 'Facebook messages that agents wrote themselves.', more),
    followups: sum(
      ['email', 'bulkEmail', 'call', 'text', 'facebook'],
      'Follow-ups',
      'Email, bulk email, calls, texts and Facebook messages together.',
      { meaning: { stage: 'followup' }, words: ['outreach', 'contacts'] },
    ),
    appointments: count('Appointments', 'Appointments that start in the period and were not cancelled.', {
      meaning: { stage: 'appointment' },
      goal: 'appointments',
    }),
    visits: count('Visits', 'Visits that took place, booked or walk-in.', {
      meaning: { stage: 'visit' },
      goal: 'visits',
      words: ['tours', 'showings'],
    }),
    walkIn: count('Walk-ins', 'Visits without an appointment.', more),
    shows: count('Shows', 'Visits on which a unit was shown.', { meaning: { stage: 'show' } }),
    leases: count('Leases', 'New leases signed in the period and not cancelled since.', {
      meaning: { stage: 'lease' },
      goal: 'leases',
      words: ['signed', 'deals'],
    }),
    referrals: count('Referrals', 'People created in the period who came by referral.', more),
    qualification: count(
      'Qualified',
      'Prospects qualified in the period. By create date, people created in it who were qualified.',
      more,
    ),
    followupsPerProspect: perProspect('followups', 'Follow-ups'),
    emailPerProspect: perProspect('email', 'Emails'),
    bulkEmailPerProspect: perProspect('bulkEmail', 'Bulk emails'),
    callPerProspect: perProspect('call', 'Calls'),
    textPerProspect: perProspect('text', 'Texts'),
    facebookPerProspect: perProspect('facebook', 'Facebook messages'),
    showPerVisit: ratio('shows', 'visits', 'Shows per visit', 'Shows divided by visits.', {
      format: 'percent',
      optional: true,
    }),
    referralsPerProspect: perProspect('referrals', 'Referrals'),
  },
  columnGroups: {
    leads: 'Demand',
    email: 'Outreach',
    appointments: 'Tours',
    leases: 'Results',
    followupsPerProspect: 'Rates',
  },
  tiles: ['prospects', 'followups', 'appointments', 'visits', 'leases'],
  charts: [trend('prospects', 'leases')],
})
