import type { Periods } from '@leaselight/model'

/** A statement and the numbers that it answers, by the names of the report's columns. */
interface Part {
  sql: string
  columns: readonly string[]
}

/**
 * What the product's report answers, asked of PostgreSQL: its counted columns in total and by its outermost rows, in the
 * period and the prior one. Daily series and inner rows, which the product answers too, are left out in PostgreSQL's favor.
 */
export interface ComparedReport {
  key: string
  parts: (periods: Periods) => Part[]
}

const KEPT = `status NOT IN ('cancelled-renter', 'cancelled-manager')`
const LIVE = `kind = 'new' AND cancelled_at IS NULL`
const AGENT_MESSAGE = `direction = 'outbound' AND origin = 'agent'`
const AGENT_CALL = `direction = 'outbound' AND handled_by = 'agent'`

const between = (day: string, { start, end }: { start: string; end: string }): string =>
  `${day} BETWEEN '${start}' AND '${end}'`
const inEither = (day: string, { current, prior }: Periods): string =>
  `(${between(day, current)} OR ${between(day, prior)})`
const periodOf = (day: string, { current }: Periods): string =>
  `CASE WHEN ${between(day, current)} THEN 'current' ELSE 'prior' END`
/** Facts of people who don't count are left out. */
const OF_PROSPECT = 'NOT EXISTS (SELECT FROM prospects AS who WHERE who.id = r.prospect_id AND who.not_a_prospect = 1)'

interface Count {
  from: string
  day: string
  key: string
  where?: string
  numbers: Readonly<Record<string, string>>
}

/** Counts rows `r` in total and by a key, in both periods. */
function counted({ from, day, key, where = 'true', numbers }: Count, periods: Periods): Part {
  const columns = Object.keys(numbers)
  const selected = Object.entries(numbers).map(([name, number]) => `${number} AS "${name}"`)
  return {
    columns,
    sql: `SELECT period, key, is_total, ${columns.map((name) => `"${name}"`).join(', ')} FROM (
  SELECT ${periodOf(day, periods)} AS period, ${key} AS key, grouping(${key}) AS is_total, ${selected.join(', ')}
  FROM ${from} WHERE ${inEither(day, periods)} AND ${where}
  GROUP BY GROUPING SETS ((${periodOf(day, periods)}), (${periodOf(day, periods)}, ${key}))) AS found`,
  }
}

const ALL = 'count(*)'
const when = (condition: string): string => `count(*) FILTER (WHERE ${condition})`
const people = (column: string): string => `count(DISTINCT ${column})`

const activity: ComparedReport = {
  key: 'activity',
  parts: (periods) => {
    const deeds: [table: string, day: string, which: string, who?: string][] = [
      ['prospects', 'created_day', 'true', 'id'],
      ['messages', 'sent_day', `(direction = 'inbound' OR (${AGENT_MESSAGE}))`],
      ['calls', 'started_day', `(direction = 'inbound' OR (${AGENT_CALL}))`],
      ['appointments', 'starts_day', KEPT],
      ['visits', 'visited_day', 'true'],
      ['applications', 'submitted_day', 'true'],
      ['leases', 'signed_day', LIVE],
    ]
    const active = deeds.map(
      ([table, day, which, who = 'prospect_id']) =>
        `SELECT DISTINCT ${who} AS person, property_id, ${periodOf(day, periods)} AS period FROM ${table} WHERE ${inEither(day, periods)} AND ${which}`,
    )
    return [
      {
        columns: ['leads', 'prospects'],
        sql: `SELECT period, active.property_id AS key, grouping(active.property_id) AS is_total, ${people('person')} AS "leads",
  count(DISTINCT person) FILTER (WHERE not_a_prospect = 0) AS "prospects"
FROM (${active.join('\nUNION ')}) AS active JOIN prospects ON prospects.id = person
GROUP BY GROUPING SETS ((period), (period, active.property_id))`,
      },
      ofProperty('prospects', 'created_day', { referrals: when('is_referral = 1') }, periods, 'true'),
      ofProperty('prospects', 'qualified_day', { qualification: ALL }, periods, 'not_a_prospect = 0'),
      ofProperty(
        'messages',
        'sent_day',
        {
          email: when(`${AGENT_MESSAGE} AND channel = 'email'`),
          text: when(`${AGENT_MESSAGE} AND channel = 'text'`),
          facebook: when(`${AGENT_MESSAGE} AND channel = 'facebook'`),
          bulkEmail: when(`direction = 'outbound' AND channel = 'email' AND origin IN ('bulk', 'drip')`),
        },
        periods,
      ),
      ofProperty('calls', 'started_day', { call: when(AGENT_CALL) }, periods),
      ofProperty('appointments', 'starts_day', { appointments: when(KEPT) }, periods),
      ofProperty(
        'visits',
        'visited_day',
        { visits: ALL, walkIn: when('appointment_id = 0'), shows: when('unit_shown = 1') },
        periods,
      ),
      ofProperty('leases', 'signed_day', { leases: when(LIVE) }, periods),
    ]
  },
}

const ofProperty = (
  table: string,
  day: string,
  numbers: Count['numbers'],
  periods: Periods,
  where = OF_PROSPECT,
): Part => counted({ from: `${table} AS r`, day, key: 'property_id', where, numbers }, periods)

/** Facts in the row of their prospect's first contact. */
const byContact = (table: string, day: string, numbers: Count['numbers'], periods: Periods, where = 'true'): Part =>
  counted(
    {
      from: `${table} AS r LEFT JOIN prospects AS who ON who.id = r.prospect_id`,
      day: `r.${day}`,
      key: `coalesce(who.first_contact_channel, '')`,
      where: `coalesce(who.not_a_prospect, 0) = 0 AND ${where}`,
      numbers,
    },
    periods,
  )

const boxscore: ComparedReport = {
  key: 'boxscore',
  parts: (periods) => [
    counted(
      {
        from: 'prospects AS r',
        day: 'created_day',
        key: 'first_contact_channel',
        numbers: { leads: ALL, prospects: when('not_a_prospect = 0') },
      },
      periods,
    ),
    byContact(
      'messages',
      'sent_day',
      { returnMessages: ALL },
      periods,
      `direction = 'inbound' AND sent_at > who.created_at`,
    ),
    byContact(
      'calls',
      'started_day',
      { returnCalls: ALL },
      periods,
      `direction = 'inbound' AND started_at > who.created_at`,
    ),
    byContact('appointments', 'starts_day', { appointments: when(KEPT) }, periods),
    byContact('visits', 'visited_day', { visits: ALL }, periods),
    byContact('applications', 'submitted_day', { applications: ALL }, periods),
    byContact(
      'applications',
      'status_day',
      {
        applicationsApproved: when(`status = 'approved'`),
        applicationsDenied: when(`status = 'denied'`),
        applicationsCancelled: when(`status = 'cancelled'`),
      },
      periods,
    ),
    byContact('leases', 'signed_day', { leases: ALL }, periods, `kind = 'new'`),
    byContact('leases', 'cancelled_day', { cancelledLeases: ALL }, periods, `kind = 'new'`),
  ],
}

/** Distinct prospects behind facts, in the row of the prospect's property. */
const reached = (table: string, day: string, column: string, periods: Periods, which: string): Part =>
  counted(
    {
      from: `${table} AS r JOIN prospects AS who ON who.id = r.prospect_id`,
      day: `r.${day}`,
      key: 'who.property_id',
      where: `who.not_a_prospect = 0 AND ${which}`,
      numbers: { [column]: people('r.prospect_id') },
    },
    periods,
  )

const conversions: ComparedReport = {
  key: 'conversions',
  parts: (periods) => [
    ofProperty('prospects', 'created_day', { prospects: ALL }, periods, 'not_a_prospect = 0'),
    reached('appointments', 'starts_day', 'appointments', periods, KEPT),
    reached('visits', 'visited_day', 'visits', periods, 'true'),
    reached('applications', 'submitted_day', 'applications', periods, 'true'),
    reached('leases', 'signed_day', 'leases', periods, LIVE),
  ],
}

const multiTouch: ComparedReport = {
  key: 'multi-touch-attribution',
  parts: (periods) => {
    const columns: string[] = []
    const numbers = [
      ['single', 'sources = 1'],
      ['first', 'sources > 1 AND place = 1'],
      ['later', 'place > 1'],
      ['total', 'true'],
    ].flatMap(([touch, which]) =>
      [
        ['Prospects', 'true'],
        ['Leases', 'leased'],
        ['Visits', 'visited'],
      ].map(([of, reached]) => {
        columns.push(`${touch}${of}`)
        // A prospect has several later touches, and counts once in total.
        const number = touch === 'total' ? people('id') : ALL
        return `${number} FILTER (WHERE ${which} AND ${reached}) AS "${touch}${of}"`
      }),
    )
    return [
      {
        columns,
        sql: `WITH cohort AS (
  SELECT id, source AS own_source, ${periodOf('created_day', periods)} AS period,
    EXISTS (SELECT FROM leases WHERE prospect_id = prospects.id AND ${LIVE}) AS leased,
    EXISTS (SELECT FROM visits WHERE prospect_id = prospects.id) AS visited
  FROM prospects WHERE ${inEither('created_day', periods)} AND not_a_prospect = 0),
firsts AS (
  SELECT DISTINCT ON (prospect_id, btrim(source)) prospect_id, btrim(source) AS source, touched_at, touches.id AS touch
  FROM touches JOIN cohort ON cohort.id = touches.prospect_id
  ORDER BY prospect_id, btrim(source), touched_at, touches.id),
placed AS (
  SELECT cohort.*, coalesce(source, btrim(own_source)) AS source,
    row_number() OVER (PARTITION BY cohort.id ORDER BY touched_at, touch) AS place, count(*) OVER (PARTITION BY cohort.id) AS sources
  FROM cohort LEFT JOIN firsts ON firsts.prospect_id = cohort.id)
SELECT period, source AS key, grouping(source) AS is_total, ${numbers.join(', ')}
FROM placed GROUP BY GROUPING SETS ((period), (period, source))`,
      },
    ]
  },
}

/** What prospects did within two weeks after a message of a campaign, each once. */
const afterDrips = (table: string, at: string, column: string, periods: Periods, which: string): Part => ({
  columns: [column],
  sql: `SELECT period, campaign_id AS key, grouping(campaign_id) AS is_total, count(DISTINCT fact.id) AS "${column}"
FROM (SELECT prospect_id, campaign_id, sent_at, ${periodOf('sent_day', periods)} AS period FROM messages AS r
  WHERE ${DRIP} AND ${inEither('sent_day', periods)} AND ${OF_PROSPECT}) AS drip
JOIN (SELECT id, prospect_id, ${at} AS happened_at FROM ${table} WHERE ${which}
  AND (${[periods.current, periods.prior].map((range) => `${at.replace(/_at$/, '_day')} BETWEEN date '${range.start}' - 2 AND date '${range.end}' + 16`).join(' OR ')})) AS fact
  ON fact.prospect_id = drip.prospect_id AND happened_at > sent_at AND happened_at <= sent_at + interval '14 days'
GROUP BY GROUPING SETS ((period), (period, campaign_id))`,
})

const DRIP = `direction = 'outbound' AND origin = 'drip'`

const drips: ComparedReport = {
  key: 'drip-campaign',
  parts: (periods) => [
    counted(
      {
        from: 'messages AS r',
        day: 'sent_day',
        key: 'campaign_id',
        where: `${DRIP} AND ${OF_PROSPECT}`,
        numbers: {
          enrolled: people('prospect_id'),
          sent: ALL,
          delivered: 'count(delivered_at)',
          opened: 'count(opened_at)',
          clicked: 'count(clicked_at)',
          replied: 'count(replied_at)',
          optedOut: 'count(opted_out_at)',
        },
      },
      periods,
    ),
    afterDrips('appointments', 'created_at', 'appointments', periods, KEPT),
    afterDrips('visits', 'visited_at', 'visits', periods, 'true'),
    afterDrips('leases', 'signed_at', 'leases', periods, LIVE),
  ],
}

/** Five of the reports that take longest over a year. */
export const comparedReports: readonly ComparedReport[] = [activity, boxscore, conversions, multiTouch, drips]
