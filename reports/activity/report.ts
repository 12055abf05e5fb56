import { count, defineReport, ratio, sum, trend } from '@leaselight/model'

const perProspect = (column: string, what: string) =>
  ratio(column, 'prospects', `${what} per prospect`, `${what} divided by prospects.`, { optional: true })

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
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: ['includeNonProspects', 'prospectsByCreateDate'],
  // By event it is a report of its own, `activity-event`.
  views: { created: { prospectsByCreateDate: true } },
  rows: ['property', 'agent'],
  columns: {
    leads: count('Leads', 'Everyone who got in touch in the period, people marked as not a prospect included.', {
      meaning: { stage: 'lead' },
    }),
    prospects: count('Prospects', 'Leads that are not marked as not a prospect, by the day they were created.', {
      meaning: { stage: 'prospect' },
    }),
    email: count('Email', 'Emails that agents wrote themselves.'),
    bulkEmail: count('Bulk email', 'Emails sent in bulk or by a drip campaign.'),
    call: count('Calls', 'Outbound calls made by agents.'),
    text: count('Texts', 'Text messages that agents wrote themselves.'),
    facebook: count('Facebook', 'Facebook messages that agents wrote themselves.'),
    followups: sum(
      ['email', 'bulkEmail', 'call', 'text', 'facebook'],
      'Follow-ups',
      'Email, bulk email, calls, texts and Facebook messages together.',
      { meaning: { stage: 'followup' } },
    ),
    appointments: count('Appointments', 'Appointments that start in the period and were not cancelled.', {
      meaning: { stage: 'appointment' },
    }),
    visits: count('Visits', 'Visits that took place, booked or walk-in.', { meaning: { stage: 'visit' } }),
    walkIn: count('Walk-ins', 'Visits without an appointment.'),
    shows: count('Shows', 'Visits on which a home was shown.', { meaning: { stage: 'show' } }),
    leases: count('Leases', 'New leases signed in the period and not cancelled since.', {
      meaning: { stage: 'lease' },
    }),
    referrals: count('Referrals', 'Leads that came by referral.'),
    qualification: count('Qualified', 'Prospects qualified in the period.'),
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
  tiles: ['prospects', 'followups', 'appointments', 'visits', 'leases'],
  charts: [trend('prospects', 'leases')],
})
