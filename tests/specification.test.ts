import {
  allowedFilters,
  filterKeys,
  initialState,
  paramsOf,
  parseState,
  type ReportDefinition,
  reportParams,
} from '@leaselight/model'
import { reportByKey, reportByPath, reports } from '@leaselight/reports'
import { describe, expect, it } from 'vitest'

// The specification's lists for reports in §3, §5, and §9, as written there. The values themselves are in the model.

const words = (list: string): string[] => list.split(',').map((word) => word.trim())
const report = (key: string): ReportDefinition => {
  const found = reportByKey(key)
  if (!found) throw new Error(`There is no report ${key}.`)
  return found
}

describe('filters', () => {
  it('are each allowed by a report', () => {
    expect([...new Set(reports.flatMap(allowedFilters))].sort()).toEqual([...filterKeys].sort())
  })

  // [report, default filters, additional filters], where §5 gives a list. "Properties" are property ids.
  it.each([
    ['activity', 'dateRange, propertyIds', 'includeNonProspects, prospectsByCreateDate'],
    ['appointments', 'dateRange, propertyIds, groupBy, dateRangeFuture', 'agentIds, sources'],
    [
      'boxscore',
      'dateRange, property',
      'agentIds, firstContactOnly, includeNonProspects, showApplications, notAProspect',
    ],
    ['calls', 'dateRange, propertyIds, groupBy, callerType, viewAs', 'callerTypes, sources, statuses, daysHours'],
    ['call-log', 'dateRange, propertyIds', 'callerTypes'],
    ['id-verification', 'dateRange, propertyIds', ''],
    ['renewals', 'dateRange, propertyIds', ''],
    ['tour-type', 'dateRange, propertyIds', ''],
    ['loss-reasons', 'dateRange, propertyIds', 'agentIds, sources, contacts'],
    ['multi-touch-attribution', 'dateRange, propertyIds, viewBy', ''],
    ['attributions', 'dateRange, propertyIds, viewBy', 'sourceNames'],
    ['occupancy', 'propertyIds', ''],
  ])('of %s are those of §5', (key, defaults, additional) => {
    expect(report(key).defaultFilters).toEqual(expect.arrayContaining(words(defaults)))
    const { defaultFilters, additionalFilters } = report(key)
    const listed = [...defaultFilters, ...additionalFilters]
    expect(listed).toEqual(expect.arrayContaining(words(additional).filter(Boolean)))
  })

  it('of Calls count or show percentages under both names, and of Boxscore include non-prospects under both', () => {
    expect(report('calls').defaultFilters).toContain('countOrPercentage')
    expect(reportParams(report('calls')).view_by?.values).toEqual(['COUNT', 'PERCENTAGE'])
    expect(Object.keys(reportParams(report('boxscore')))).toEqual(
      expect.arrayContaining(['include_non_prospects', 'not_a_prospect']),
    )
  })

  it('have parameters of their own', () => {
    for (const one of reports) {
      const params = allowedFilters(one).flatMap((key) => Object.keys(paramsOf(one, key)))
      expect(new Set(params).size, one.key).toBe(params.length)
    }
  })

  it('begin with the days ahead where a report looks ahead', () => {
    expect(report('upcoming-appointments').defaultFilters[0]).toBe('dateRangeFuture')
    expect(allowedFilters(report('upcoming-appointments'))).toEqual(expect.arrayContaining(['agentIds', 'sources']))
  })

  it.each(['ad-spend', 'craigslist', 'engagement', 'response-time'])(
    'of %s choose neither dates nor properties',
    (key) => {
      expect(report(key).defaultFilters).toEqual([])
    },
  )

  it('offer no choices beyond these lists', () => {
    for (const { key, defaultFilters, groupByOptions, viewByOptions, viewAsOptions } of reports) {
      expect(Boolean(groupByOptions), `${key} group by`).toBe(defaultFilters.includes('groupBy'))
      expect(Boolean(viewByOptions), `${key} view by`).toBe(defaultFilters.includes('viewBy'))
      expect(Boolean(viewAsOptions), `${key} view as`).toBe(defaultFilters.includes('viewAs'))
    }
  })
})

describe('options', () => {
  it('of Calls', () => {
    const { groupByOptions, viewAsOptions } = report('calls')
    expect(groupByOptions).toEqual(words('property, source, source-attribute, status, caller-type, day, hour'))
    expect(viewAsOptions).toEqual(['COUNT', 'PERCENTAGE'])
  })

  it('of Appointments', () => {
    expect(report('appointments').groupByOptions).toEqual(['property', 'agent', 'source'])
  })

  it('of the reports’ own', () => {
    expect(Object.keys(report('loss-reasons').switches?.category?.options ?? {}).sort()).toEqual(
      words('ACTIVITY, LOSS_REASONS, NEXT_STEPS'),
    )
    // Grouping dimensions: AGENT, CONTACT, CUSTOM_ATTRIBUTE, PROPERTY, SOURCE, WEEK.
    expect([...(report('loss-reasons').groupByOptions ?? [])].sort()).toEqual(
      words('agent, contact, custom-attribute, property, source, week'),
    )
    expect(report('multi-touch-attribution').viewByOptions).toEqual(['all', 'lease-conversion', 'visit-conversion'])
    // PAST and SCHEDULED are the two views of Appointments.
    expect(reportByPath('/appointments', 'past')?.key).toBe('appointments')
    expect(reportByPath('/appointments', 'upcoming')?.key).toBe('upcoming-appointments')
  })

  it('with every grouping of §3 used by a report', () => {
    const used = new Set(reports.flatMap(({ groupByOptions }) => groupByOptions ?? []))
    for (const option of words(
      'agent, caller-type, day, hour, property, source, source-attribute, status, insert-method',
    ))
      expect([...used], option).toContain(option)
  })
})

describe('beginnings', () => {
  it('are first-time calls on the screen and for programs', () => {
    for (const surface of ['screen', 'api'] as const)
      expect(parseState(report('calls'), {}, surface).filters.callerTypes).toEqual(['prospect-first-call'])
  })

  it('are rows by property wherever rows can be grouped so', () => {
    for (const one of reports.filter(({ groupByOptions }) => groupByOptions?.includes('property')))
      expect(initialState(one).filters.groupBy, one.key).toBe('property')
  })
})

// §3's names of rows and their fields; each is a column, or a field of rows.
describe('fields', () => {
  it.each([
    [
      'activity',
      `leads, prospects, followups, email, bulkEmail, call, text, facebook, visits, walkIn, appointments, shows, leases,
      referrals, qualification, followupsPerProspect, emailPerProspect, bulkEmailPerProspect, callPerProspect,
      textPerProspect, facebookPerProspect, showPerVisit, referralsPerProspect`,
    ],
    ['calls', 'totalCalls, answered, missed, voicemail, requestedText, offHoursCalls'],
    ['call-transcripts', 'agent, caller, callerStatus, duration, date, time, threadId, streamId, excerpt, mentions'],
    ['demographics', 'female, male, genderUnknown, total, femaleRatio, maleRatio, genderUnknownRatio, combinedRatio'],
    [
      'id-verification',
      'visits, visitsWithScan, validScans, invalidScans, visitsWithScanRatio, validIDRatio, fraudExposure',
    ],
    [
      'occupancy',
      `totalUnits, totalOccupied, occupiedRatio, rentedVacant, unrentedVacant, totalVacant, vacantRatio, rentedNotice,
      unrentedNotice, totalNotice, noticeRatio, totalToRent, toRentRatio, toRentRatioVsVacantRatio, bedrooms, area`,
    ],
    [
      'tour-engagement',
      `totalVisits, toursVisits, toursVisitsWithShow, toursLeases, otherVisits, tourStart, meetAndGreet, idScan, walkthrough,
      quote, tourFinish, tourStartRatio, meetAndGreetRatio, idScanRatio, walkthroughRatio, quoteRatio, tourFinishRatio,
      showRatio, tourEngagement`,
    ],
    ['tour-type', 'visits, applications, leases, applicationsPerVisit, leasesPerVisit'],
    [
      'multi-touch-attribution',
      `singleProspects, singleLeases, firstProspects, firstLeases, laterProspects, laterLeases, totalProspects, totalLeases`,
    ],
  ])('of %s are those of §3', (key, fields) => {
    expect(Object.keys(report(key).columns)).toEqual(expect.arrayContaining(words(fields)))
  })

  it('list the ids behind the counts of ID Verification', () => {
    const lists = Object.values(report('id-verification').columns).flatMap((column) =>
      column.kind === 'fact' && column.idsOf ? [column.idsOf] : [],
    )
    expect(lists).toEqual(words('visits, visitsWithScan, validScans, invalidScans'))
  })
})
