import type { Flag } from '@leaselight/model'

/** Each flag's label, and what a company sees when it is on. */
export const flagLabels: Readonly<Record<Flag, { label: string; shows: string }>> = {
  activity_report: { label: 'Activity', shows: 'The Activity report.' },
  ai_reports: { label: 'AI reports', shows: 'The section AI reporting: voice, email, chat and text.' },
  ai_leasing_report: { label: 'AI Leasing', shows: 'The AI Leasing report.' },
  ai_chat: { label: 'AI chat', shows: 'A report on the AI assistant’s chats.' },
  ai_sms: { label: 'AI texts', shows: 'A report on the AI assistant’s text messages.' },
  call_intelligence_filter: { label: 'Call intelligence filters', shows: 'More filters on Call intelligence.' },
  call_intelligence_standalone: {
    label: 'Call intelligence alone',
    shows: 'Properties that use call intelligence alone, in the reports on calls only. Without it, in all reports.',
  },
  call_intelligence_generative_insight: {
    label: 'Call intelligence summary',
    shows: 'The written summary on the overview of Call intelligence.',
  },
  call_intelligence_agent_attribution: {
    label: 'Call intelligence: agents',
    shows: 'The agents’ view of Call intelligence.',
  },
  drip_campaign_analytics: { label: 'Drip campaign', shows: 'The Drip campaign report.' },
  new_attribution_report: {
    label: 'Attributions',
    shows: 'The Attributions report. Without it, MTA.',
  },
  new_tour_type_report: { label: 'Tour type by visit type', shows: 'The visit types within each row of Tour Type.' },
  omnibar: { label: 'Omnibar', shows: 'Search reports, properties and agents with one key.' },
}
