import type { Flag } from '@leaselight/model'

/** Each flag's label, and what a company sees when it is on. */
export const flagLabels: Readonly<Record<Flag, { label: string; shows: string }>> = {
  activity_report: { label: 'Activity', shows: 'The Activity report.' },
  ai_reports: { label: 'AI reports', shows: 'The section AI reporting: voice, email, chat and text.' },
  ai_leasing_report: { label: 'AI Leasing', shows: 'The AI Leasing report.' },
  ai_chat: { label: 'AI chat', shows: 'The AI assistant’s chats, as a report of their own.' },
  ai_sms: { label: 'AI texts', shows: 'The AI assistant’s text messages, as a report of their own.' },
  call_intelligence_filter: { label: 'Call intelligence filters', shows: 'More filters on Call intelligence.' },
  call_intelligence_standalone: {
    label: 'Call intelligence alone',
    shows: 'Properties that use call intelligence alone, in the reports on calls only. Without it, in all reports.',
  },
  call_intelligence_generative_insight: {
    label: 'Call intelligence in words',
    shows: 'The written summary on the overview of Call intelligence.',
  },
  call_intelligence_agent_attribution: {
    label: 'Call intelligence by agent',
    shows: 'The agents’ view of Call intelligence.',
  },
  drip_campaign_analytics: { label: 'Drip campaign', shows: 'The Drip campaign report.' },
  new_attribution_report: {
    label: 'Attributions',
    shows: 'The Attributions report. Without it, the multi-touch attribution of old.',
  },
  new_tour_type_report: { label: 'Tour type by visit type', shows: 'The visit types within each row of Tour Type.' },
  omnibar: { label: 'Omnibar', shows: 'The search over reports, properties and agents, at the press of a key.' },
}
