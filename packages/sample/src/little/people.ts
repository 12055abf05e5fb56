import type { AgentRecord, CampaignRecord, CompanyRecord, PropertyRecord, SourceRecord, UserRecord } from '../contract'

// The little world lies round Sunday, March 8, 2026, the day on which US clocks skip from 02:00 to 03:00. The two weeks are
// March 1–7 (the prior period) and March 8–14 (the current one, "last 7 days" of `now`). New York is −05:00 before the
// change and −04:00 after it, Los Angeles −08:00 and −07:00.

/** Sunday noon in New York, the day after the second week. */
export const now = '2026-03-15T12:00:00-04:00'

const ALL_FLAGS = {
  activity_report: true,
  drip_campaign_analytics: true,
  new_attribution_report: true,
  omnibar: true,
  call_intelligence_filter: true,
  call_intelligence_standalone: true,
  call_intelligence_generative_insight: true,
  call_intelligence_agent_attribution: true,
  new_tour_type_report: true,
  ai_reports: true,
  ai_chat: true,
  ai_sms: true,
  ai_leasing_report: true,
}

export const companies: CompanyRecord[] = [
  {
    id: 1,
    name: 'Harbor & Pine Homes',
    time_zone: 'America/New_York',
    lma_access: true,
    feature_flags: ALL_FLAGS,
    banners: [
      { type: 'info', message: 'Clocks change on Sunday, March 8.', from_on: '2026-03-06', to_on: '2026-03-09' },
    ],
  },
]

const hours = (weekdays: number[], opens: string, closes: string) =>
  weekdays.map((weekday) => ({ weekday, opens, closes }))

export const properties: PropertyRecord[] = [
  {
    id: 11,
    company_id: 1,
    name: 'Harbor Point',
    time_zone: 'America/New_York',
    owning_manager_id: 201,
    leasing_team_id: 51,
    attributes: { Region: 'East', Class: 'A' },
    // Closed on Sundays, and on Friday, March 6, the house's own holiday.
    office_hours: [...hours([1, 2, 3, 4, 5], '09:00', '18:00'), ...hours([6], '10:00', '16:00')],
    holidays: ['2026-03-06'],
    products: ['tours', 'call-intel', 'call-transcripts', 'ai', 'ai-email', 'ai-chat'],
  },
  {
    id: 12,
    company_id: 1,
    name: 'Sunset Terrace',
    time_zone: 'America/Los_Angeles',
    owning_manager_id: 202,
    leasing_team_id: 52,
    is_yardi_customer: true,
    attributes: { Region: 'West', Class: 'B' },
    // Closed for lunch on working days, which makes two openings a day.
    office_hours: [
      ...hours([1, 2, 3, 4, 5], '10:00', '13:00'),
      ...hours([1, 2, 3, 4, 5], '14:00', '19:00'),
      ...hours([6, 7], '10:00', '19:00'),
    ],
    products: ['tours', 'call-intel', 'ai', 'ai-sms'],
  },
]

export const agents: AgentRecord[] = [
  { id: 101, company_id: 1, property_id: 11, name: 'Alice Archer', email: 'alice@harborpine.example' },
  { id: 102, company_id: 1, property_id: 11, name: 'Ben Brook', email: 'ben@harborpine.example' },
  { id: 103, company_id: 1, property_id: 12, name: 'Carla Cruz', email: 'carla@harborpine.example' },
  // Dan has left; what he did keeps his name.
  { id: 104, company_id: 1, property_id: 12, name: 'Dan Doyle', is_deleted: true },
]

const user = (
  id: number,
  username: string,
  first: string,
  last: string,
  role: string,
  property_ids: number[] = [],
) => ({
  id,
  company_id: 1,
  username,
  email: `${username}@harborpine.example`,
  first_name: first,
  last_name: last,
  role,
  group_ids: [],
  property_ids,
})

export const users: UserRecord[] = [
  user(201, 'maria', 'Maria', 'Moss', 'manager'),
  user(202, 'noah', 'Noah', 'North', 'manager', [11]),
  user(203, 'ana', 'Ana', 'Lyst', 'analytics_user'),
  user(204, 'carla', 'Carla', 'Cruz', 'agent', [12]),
  // An agent with an empty list sees nothing, a manager with one sees everything.
  user(205, 'empty', 'Emil', 'Empty', 'agent'),
  user(206, 'adam', 'Adam', 'Admin', 'admin'),
  { ...user(207, 'gone', 'Gina', 'Gone', 'manager'), is_deleted: true },
]

export const sources: SourceRecord[] = [
  { id: 301, company_id: 1, name: 'Apartments.com', is_paid: true, attributes: { Type: 'ILS' } },
  {
    id: 302,
    company_id: 1,
    name: 'Apartments.com Diamond',
    parent_id: 301,
    is_paid: true,
    attributes: { Type: 'ILS' },
  },
  { id: 303, company_id: 1, name: 'Website', attributes: { Type: 'Own' } },
  { id: 304, company_id: 1, name: 'Craigslist', attributes: { Type: 'Classifieds' } },
  // Has no attributes, so by source attribute it is `Unknown`.
  { id: 305, company_id: 1, name: 'Drive By' },
]

export const campaigns: CampaignRecord[] = [
  { id: 401, company_id: 1, name: 'Sorry we missed you', trigger_type: 'NO_SHOW' },
  { id: 402, company_id: 1, name: 'Still looking?', trigger_type: 'STALE_PROSPECT', is_archived: true },
]
