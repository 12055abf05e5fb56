import { defineReport } from '@leaselight/model'
import { activity } from '../activity/report'

const { views: _, ...same } = activity

export const activityEvent = defineReport({
  ...same,
  key: 'activity-event',
  apiKey: 'ActivityEventReport',
  title: 'Activity by event',
  view: 'event',
  navOrder: 2,
  question: 'What happened in these days, whenever the people behind it first got in touch?',
  // The specification lists prospects by create date for both activity reports; this one is always by event.
  locked: { prospectsByCreateDate: false },
  notes: ['Everything counts on the day it happened, also with prospects by create date.'],
})
