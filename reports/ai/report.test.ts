import { fixtureCompany, otherCompany } from '@leaselight/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aiChat } from '../ai-chat/report'
import { aiEmail } from '../ai-email/report'
import { aiSms } from '../ai-sms/report'
import { aiVoice } from '../ai-voice/report'
import { openTestStore, type TestStore, viewer } from '../testing'
import { reportReader } from '../testingReader'
import { ai } from './report'

// Conversations of the AI, March 8–14:
//   7701 Harbor Point, Sunday 8th 00:30, chat, answered after 5 s, 4 in and 5 out, 300 s, booked Ivan; closed on Sundays
//   7702 Sunset Terrace, Thursday 12th 11:00, text, after 15 s, 2 and 3, 180 s, handed off; open
//   7703 Sunset Terrace, Friday 13th 20:15, voice, never replied to, 1 and 1, 120 s; after closing
// 7704 was an agent's. Of this test, the week before: 7795 with Dora, who is no prospect, and 7796, on Tuesday the 3rd at
// 12:00 in Harbor Point by e-mail, replied to after 60 s, 1 in and 2 out, 3,600 s.

const conversation = (id: number, rest: object) => ({
  id,
  property_id: 11,
  channel: 'email' as const,
  handled_by: 'ai' as const,
  started_at: '2026-03-03T12:00:00-05:00',
  first_reply_at: '2026-03-03T12:01:00-05:00',
  messages_in: 1,
  messages_out: 2,
  handle_seconds: 3600,
  ...rest,
})

let store: TestStore
beforeAll(async () => {
  store = await openTestStore(fixtureCompany, otherCompany, {
    conversations: [conversation(7795, { prospect_id: 1004 }), conversation(7796, {})],
  })
})
afterAll(() => store.close())

describe('AI', () => {
  const { run, row, checkLists } = reportReader(() => store, ai)

  it('counts the AI’s work', async () => {
    const { rows, total, priorTotal } = await run()
    expect(row(rows, 'property:11')).toEqual({ conversations: 1, chat: 1, offHours: 1, appointments: 1 })
    expect(row(rows, 'property:12')).toEqual({ conversations: 2, voice: 1, sms: 1, offHours: 1, handedOff: 1 })
    expect(total).toMatchObject({
      messagesIn: 7,
      messagesOut: 9,
      medianFirstReply: 10, // between 5 and 15 seconds
      offHoursShare: 2 / 3,
      handedOffRate: 1 / 3,
      hoursSaved: expect.closeTo(600 / 3600),
    })
    expect(rows[1]).toMatchObject({ medianFirstReply: 15 })
    expect(priorTotal).toMatchObject({
      conversations: 1,
      email: 1,
      medianFirstReply: 60,
      offHours: 0,
      offHoursShare: 0,
      hoursSaved: 1,
    })
  })

  it('lists the conversations behind every number', () => checkLists())
})

describe('AI by channel', () => {
  it.each([
    [aiVoice, ['Harbor Point', 'Sunset Terrace'], [0, 1]],
    [aiChat, ['Harbor Point'], [1]],
    [aiSms, ['Sunset Terrace'], [1]],
  ] as const)(
    '$0.key speaks of its own conversations at the properties that have it',
    async (report, names, counts) => {
      const { rows, total } = await reportReader(() => store, report).run()
      expect(rows.map(({ property }) => property)).toEqual(names)
      expect(rows.map(({ conversations }) => conversations)).toEqual(counts)
      expect(total).toMatchObject({ conversations: 1 })
    },
  )

  it('counts only its channel in the prior period too', async () => {
    const { total, priorRows } = await reportReader(() => store, aiEmail).run()
    expect(total).toMatchObject({ conversations: 0, medianFirstReply: null, hoursSaved: 0 })
    expect(priorRows).toMatchObject([{ property: 'Harbor Point', conversations: 1, hoursSaved: 1 }])
  })

  it('does not exist without a property that has it, or without its section’s or its own flag', async () => {
    // Carla may see only Sunset Terrace.
    await expect(reportReader(() => store, aiEmail, viewer('agent', 204)).run()).rejects.toThrow('no report')
    const [company] = fixtureCompany.companies ?? []
    if (!company) throw new Error('The fixture company has no record.')
    for (const off of ['ai_chat', 'ai_reports']) {
      await store.load({ companies: [{ ...company, feature_flags: { ...company.feature_flags, [off]: false } }] })
      await expect(reportReader(() => store, aiChat).run(), off).rejects.toThrow('no report')
    }
  })
})
