import { count, defineReport, trend } from '@leaselight/model'

export const upcomingAppointments = defineReport({
  key: 'upcoming-appointments',
  apiKey: 'UpcomingAppointmentsReport',
  title: 'Upcoming appointments',
  path: '/appointments',
  view: 'upcoming',
  section: 'Visitors',
  navOrder: 2,
  gate: 'general',
  question: 'Who is coming, when, and who booked it?',
  shape: 'brief',
  answer: ['{scheduled:appointment} ahead, {selfGuided} of them self-guided.'],
  sortBy: 'scheduled',
  defaultFilters: ['dateRangeFuture', 'propertyIds', 'groupBy'],
  additionalFilters: ['agentIds', 'sources'],
  groupByOptions: ['property', 'agent', 'source', 'date', 'tour-type', 'booked-by'],
  switches: {
    by: {
      label: 'By',
      description: 'Whether rows are what the reader groups by, or days that open to hours.',
      initial: 'group',
      options: { group: 'Group', hour: 'Day and hour' },
    },
  },
  // The page shows both: days and hours as a calendar, groups as its table.
  inlineControls: ['by'],
  rows: ['groupBy'],
  rowsBySwitch: { key: 'by', rows: { group: ['groupBy'], hour: ['date', 'hour'] } },
  columns: {
    scheduled: count('Scheduled', 'Appointments in the days ahead that stand as scheduled.', {
      words: ['appointments', 'scheduled appointments', 'scheduled tours'],
    }),
    inPerson: count('In person', 'Scheduled tours with an agent.', { meaning: { tour: 'in-person' } }),
    selfGuided: count('Self-guided', 'Scheduled tours that visitors take by themselves.', {
      meaning: { tour: 'self-guided' },
    }),
    liveVideo: count('Live video', 'Scheduled tours by video.', { meaning: { tour: 'live-video' } }),
    bookedByAgent: count('Booked by agent', 'Scheduled appointments that an agent arranged.'),
    bookedByProspect: count('Booked by prospect', 'Scheduled appointments that the prospect arranged.'),
    bookedByAi: count('Booked by AI', 'Scheduled appointments that the AI booked.'),
  },
  columnGroups: { inPerson: 'Kind of tour', bookedByAgent: 'Booking' },
  nouns: {
    scheduled: 'scheduled appointments',
    inPerson: 'in-person appointments',
    selfGuided: 'self-guided appointments',
    liveVideo: 'live video appointments',
    bookedByAi: 'appointments booked by AI',
  },
  tiles: ['scheduled', 'inPerson', 'selfGuided', 'liveVideo', 'bookedByAi'],
  charts: [trend('scheduled')],
  notes: ['Compared with the days right before, counting only appointments that are still scheduled.'],
})
