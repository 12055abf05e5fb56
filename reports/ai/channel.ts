import { defineReport, type Gate, type ReportDefinition, trend } from '@leaselight/model'
import { ai } from './report'

const { voice: _voice, email: _email, chat: _chat, sms: _sms, ...columns } = ai.columns
const { voice: _channel, ...columnGroups } = ai.columnGroups
const nouns = Object.fromEntries(Object.entries(ai.nouns).filter(([key]) => key in columns))

/** The AI report of one channel: the same numbers for that channel's conversations. */
export const defineChannelReport = <const K extends string, const A extends string>(
  channel: { key: K; apiKey: A } & Pick<ReportDefinition, 'title' | 'view' | 'navOrder' | 'question'> & {
      gate: Gate
      flag: ReportDefinition['flag']
    },
) =>
  defineReport({
    ...channel,
    path: '/ai',
    section: 'ai-reporting',
    defaultFilters: ['dateRange', 'propertyIds'],
    additionalFilters: [],
    rows: ['property'],
    columns,
    columnGroups,
    nouns,
    shape: ai.shape,
    answer: ai.answer,
    tiles: ai.tiles,
    charts: [trend('conversations', 'appointments')],
  })
