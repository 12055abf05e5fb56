import { defineReport } from '@leaselight/model'
import { activity } from '../activity/report'

const { views: _, tab: __, ...same } = activity

export const activityEvent = defineReport({
  ...same,
  key: 'activity-event',
  apiKey: 'ActivityEventReport',
  title: 'Activity by event',
  view: 'event',
  tab: null,
  navOrder: 2,
  question: 'What happened in these days, whenever the people behind it first got in touch?',
  notes: [
    'Everything counts on the day it happened. With prospects by create date, leads and prospects are the people created in the period.',
  ],
})
