import { bars, count, defineReport, ratio, trend } from '@leaselight/model'

const withAi = (label: string, definition: string) =>
  count(`${label}, with AI`, `${definition}, whom an AI conversation ever touched.`)
const without = (label: string, definition: string) =>
  count(`${label}, without AI`, `${definition}, whom no AI conversation ever touched.`)
const rate = (part: string, whole: string, label: string) =>
  ratio(part, whole, `${label} %`, `${label}, divided by the prospects of the same kind.`, { format: 'percent' })

const CREATED = 'Prospects created in the period'
const BOOKED = 'Of the prospects created in the period those with an appointment on any day that was not cancelled'
const VISITED = 'Of the prospects created in the period those who visited on any day'
const APPLIED = 'Of the prospects created in the period those who applied on any day'
const LEASED = 'Of the prospects created in the period those with a live lease, whenever signed'

export const aiLeasing = defineReport({
  key: 'ai-leasing',
  apiKey: 'AiLeasingReport',
  title: 'AI Leasing',
  path: '/ai-leasing',
  section: 'AI',
  place: 10,
  gate: 'ai',
  flag: 'ai_leasing_report',
  answers: 'Do prospects who talked with the AI get further than those who did not?',
  defaultFilters: ['dateRange', 'propertyIds'],
  additionalFilters: [],
  rows: ['property'],
  columns: {
    aiProspects: withAi('Prospects', CREATED),
    otherProspects: without('Prospects', CREATED),
    aiAppointments: withAi('With appointment', BOOKED),
    otherAppointments: without('With appointment', BOOKED),
    aiAppointmentRate: rate('aiAppointments', 'aiProspects', 'With appointment, with AI'),
    otherAppointmentRate: rate('otherAppointments', 'otherProspects', 'With appointment, without AI'),
    aiVisits: withAi('With visit', VISITED),
    otherVisits: without('With visit', VISITED),
    aiVisitRate: rate('aiVisits', 'aiProspects', 'With visit, with AI'),
    otherVisitRate: rate('otherVisits', 'otherProspects', 'With visit, without AI'),
    aiApplications: withAi('With application', APPLIED),
    otherApplications: without('With application', APPLIED),
    aiApplicationRate: rate('aiApplications', 'aiProspects', 'With application, with AI'),
    otherApplicationRate: rate('otherApplications', 'otherProspects', 'With application, without AI'),
    aiLeases: withAi('With lease', LEASED),
    otherLeases: without('With lease', LEASED),
    aiLeaseRate: rate('aiLeases', 'aiProspects', 'With lease, with AI'),
    otherLeaseRate: rate('otherLeases', 'otherProspects', 'With lease, without AI'),
  },
  tiles: ['aiProspects', 'aiVisitRate', 'otherVisitRate', 'aiLeaseRate', 'otherLeaseRate'],
  charts: [trend('aiProspects', 'otherProspects'), bars('aiProspects')],
  notes: ['A prospect counts on the day it was created; the newest have most of their way still ahead.'],
})
