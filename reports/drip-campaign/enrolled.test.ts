import { createEngine } from '@leaselight/engine'
import { loadQuery } from '@leaselight/reports/server'
import { type Fixture, fixtureCompany, otherCompany } from '@leaselight/sample'
import { EVERYTHING, SEED } from '@leaselight/tests/ofRun'
import { expect, it } from 'vitest'
import { openTestStore, stateFrom, viewer, withNothingDerived } from '../testing'
import { dripCampaign } from './report'

/** Campaigns of the fixture company, and two that no file contains: the row `campaign:0`. */
const CAMPAIGNS = [401, 402, 498, 499]
const PROPERTIES = [11, 12]
const [FIRST_PERSON, PEOPLE] = [3001, EVERYTHING ? 60 : 30]

let state = SEED >>> 0
/** A number below a bound, the same ones for a seed. */
function draw(bound: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * bound)
}

/** Up to nine messages to each person over three weeks, often several on a day. One person in four is at two properties. */
const messages = Array.from({ length: PEOPLE }, (_, index) => {
  const home = PROPERTIES[draw(2)]
  const isElsewhere = draw(4) === 0
  return Array.from({ length: draw(10) }, (_, at) => ({
    id: 900_000 + index * 10 + at,
    property_id: (isElsewhere ? PROPERTIES[draw(2)] : home) ?? 11,
    prospect_id: FIRST_PERSON + index,
    channel: 'email' as const,
    direction: 'outbound' as const,
    origin: 'drip' as const,
    campaign_id: CAMPAIGNS[draw(4)] ?? 401,
    sent_at: new Date(Date.UTC(2026, 1, 22 + draw(21), 19)).toISOString(),
  }))
}).flat()

/** Some of them are no prospects. The others' records never come, and their messages count. */
const prospects = [FIRST_PERSON, FIRST_PERSON + 1].map((id) => ({
  ...{ id, property_id: 11, first_name: 'Nobody', source: 'Zillow', insert_method: 'email' as const },
  ...{ first_contact_channel: 'email' as const, status: 'waiting' as const, not_a_prospect: true },
  created_at: '2026-02-20T12:00:00Z',
}))
const more: Fixture = { messages, prospects }

/** How many different people messages were sent to that meet a condition, counted one by one. */
function people(properties: readonly number[], isMet: (day: string, campaign: number) => boolean): number {
  const sent = [...(fixtureCompany.messages ?? []), ...messages].filter(
    ({ origin, direction, property_id, prospect_id }) =>
      origin === 'drip' &&
      direction === 'outbound' &&
      properties.includes(property_id) &&
      !prospects.some(({ id }) => id === prospect_id),
  )
  const known = (campaign: number | undefined) => (campaign === 401 || campaign === 402 ? campaign : 0)
  return new Set(
    sent
      .filter(({ sent_at, campaign_id }) => isMet(sent_at.slice(0, 10), known(campaign_id)))
      .map(({ prospect_id }) => prospect_id),
  ).size
}

it(`counts the enrolled once, in all, by campaign, and by day (RANDOM_SEED=${SEED})`, {
  timeout: 120_000,
}, async () => {
  const store = await openTestStore(fixtureCompany, otherCompany, more)
  const now = () => new Date(fixtureCompany.now)
  const engines = [store.facts, withNothingDerived(store.facts)].map((facts) =>
    createEngine({ facts, loadQuery, now, cacheCells: 0 }),
  )
  for (const properties of [[11, 12], [11], [12]])
    for (const engine of engines) {
      const asked = stateFrom(dripCampaign, { property_ids: properties.join(',') })
      const result = await engine.runReport(dripCampaign, asked, viewer('manager', 201))
      const isCurrent = (day: string) => day >= '2026-03-08' && day <= '2026-03-14'
      const isPrior = (day: string) => day >= '2026-03-01' && day <= '2026-03-07'
      expect(result.total.enrolled, `of properties ${properties}`).toBe(people(properties, isCurrent))
      expect(result.priorTotal?.enrolled).toBe(people(properties, isPrior))
      for (const [rows, isIn] of [
        [result.rows, isCurrent],
        [result.priorRows, isPrior],
      ] as const)
        for (const { campaignId, enrolled } of rows)
          expect(enrolled, String(campaignId)).toBe(
            people(properties, (day, campaign) => isIn(day) && campaign === (campaignId ?? 0)),
          )
      for (const { day, enrolled } of [...result.series, ...result.priorSeries])
        expect(enrolled, day).toBe(people(properties, (sentOn) => sentOn === day))
    }
  await store.close()
})
