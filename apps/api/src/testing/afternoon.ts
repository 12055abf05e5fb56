/** A property company's files as another system exports them, and what a person counts in them. */

const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles']
const PROPERTIES = 30
const UNITS_PER_PROPERTY = 10
const LEADS = 1_281
const TOURS = 483
const FIRST = '2026-03-01'
const LAST = '2026-03-14'

/** Numbers that follow each other in the same way at every run, from 0 to below 1. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const isIn = (day: string): boolean => day >= FIRST && day <= LAST
const us = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const money = (dollars: number): string => `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const table = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n')

/** Makes the files. Everything in `counts` is counted over the same rows, without the product's code. */
export function afternoonFiles() {
  const next = sequence(7)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T
  const properties = Array.from({ length: PROPERTIES }, (_, index) => ({
    name: `Maple Court ${index + 1}`,
    time_zone: ZONES[index % ZONES.length] ?? '',
  }))
  const communities = properties.map(({ name }) => name)
  const agentNames = ['Pat Lee', 'Sam O’Neil']

  const units = communities.flatMap((community) =>
    Array.from({ length: UNITS_PER_PROPERTY }, (_, index) => ({ community, unit: String(101 + index) })),
  )
  const leads = Array.from({ length: LEADS }, (_, index) => {
    const created = dayAfter('2026-02-08', Math.floor(next() * 35))
    const stage = pick(['New', 'Toured', 'Lost', 'Lost'])
    return {
      number: `L-${1000 + index}`,
      community: pick(communities),
      name: `${pick(['Ana', 'Wanda', 'Zoë'])} ${pick(['O’Neil', 'Marsh', 'Stone'])}`,
      source: pick(['Zillow', 'Walk-by', 'Apartments.com']),
      created,
      hour: 1 + Math.floor(next() * 9),
      stage,
      lost: stage === 'Lost' ? dayAfter(created, 1 + Math.floor(next() * 3)) : '',
      why: stage === 'Lost' ? pick(['Price', 'Location']) : '',
    }
  })
  const tours = Array.from({ length: TOURS }, (_, index) => {
    const lead = pick(leads)
    return {
      number: `T-${index}`,
      lead,
      day: dayAfter(lead.created, Math.floor(next() * 4)),
      shown: pick(['Yes', 'Yes', 'No']),
      agent: pick(agentNames),
    }
  })
  const leases = [
    // Forty that end in the period: half are renewed, a quarter leave.
    ...Array.from({ length: 40 }, (_, index) => ({
      number: `A-${index}`,
      ...(units[(index % PROPERTIES) * UNITS_PER_PROPERTY + Math.floor(index / PROPERTIES)] as (typeof units)[number]),
      lead: '',
      kind: 'New',
      signed: '2025-02-20',
      from: '2025-03-10',
      to: dayAfter(FIRST, index % 14),
      previous: '',
      movedIn: '2025-03-10',
      notice: index % 4 === 2 ? '2026-02-01' : '',
    })),
    ...Array.from({ length: 20 }, (_, index) => ({
      number: `R-${index}`,
      ...(units[
        ((index * 2) % PROPERTIES) * UNITS_PER_PROPERTY + Math.floor((index * 2) / PROPERTIES)
      ] as (typeof units)[number]),
      lead: '',
      kind: 'Renewal',
      signed: '2026-02-10',
      from: '2026-03-16',
      to: '2027-03-15',
      previous: `A-${index * 2}`,
      movedIn: '',
      notice: '',
    })),
    ...leads
      .filter(({ stage }) => stage === 'Toured')
      .slice(0, 100)
      .map((lead, index) => ({
        number: `N-${index}`,
        community: lead.community,
        unit: '',
        lead: lead.number,
        kind: 'New',
        signed: dayAfter(lead.created, 3),
        from: dayAfter(lead.created, 10),
        to: dayAfter(lead.created, 375),
        previous: '',
        movedIn: '',
        notice: '',
      })),
  ]
  // New leases take the units from the third on, one after the other; a full property has none left for them.
  const taken = new Map<string, number>()
  const placed = leases.flatMap((lease) => {
    if (lease.unit) return [lease]
    const index = (taken.get(lease.community) ?? 2) + 1
    taken.set(lease.community, index)
    return index < UNITS_PER_PROPERTY ? [{ ...lease, unit: String(101 + index) }] : []
  })
  const rentOf = (index: number): number => 1_401 + (index % 900)

  const files = {
    'agents.csv': table([
      ['Agent', 'Community'],
      ...communities.flatMap((community) => agentNames.map((name) => [name, community])),
    ]),
    'units.csv': table([
      ['Community', 'Unit', 'Floor plan', 'Beds', 'Sq ft'],
      ...units.map(({ community, unit }) => [community, unit, 'A1', '1', '640']),
    ]),
    'leads.csv': table([
      ['Lead #', 'Community', 'Name', 'Lead source', 'Created (local)', 'Stage', 'Lost', 'Why lost', 'Notes'],
      ...leads.map((lead) => [
        lead.number,
        lead.community,
        lead.name,
        lead.source,
        `${us(lead.created)} ${lead.hour}:05 PM`,
        lead.stage,
        lead.lost && `${us(lead.lost)} 9:30 AM`,
        lead.why,
        '',
      ]),
    ]),
    'tours.csv': table([
      ['Tour #', 'Community', 'Lead #', 'Agent', 'When', 'Shown?'],
      ...tours.map(({ number, lead, agent, day, shown }) => [
        number,
        lead.community,
        lead.number,
        agent,
        `${us(day)} 4:30 PM`,
        shown,
      ]),
    ]),
    'leases.csv': table([
      [
        'Lease #',
        'Community',
        'Unit',
        'Lead #',
        'Type',
        'Signed',
        'From',
        'To',
        'Rent',
        'Renews',
        'Moved in',
        'Notice',
      ],
      ...placed.map((lease, index) => [
        lease.number,
        lease.community,
        lease.unit,
        lease.lead,
        lease.kind,
        `${us(lease.signed)} 11:00 AM`,
        us(lease.from),
        us(lease.to),
        money(rentOf(index)),
        lease.previous,
        lease.movedIn && us(lease.movedIn),
        lease.notice && us(lease.notice),
      ]),
    ]),
  }

  const created = leads.filter((lead) => isIn(lead.created))
  const toured = tours.filter(({ day }) => isIn(day))
  const signed = placed.filter(({ kind, signed: day }) => kind === 'New' && isIn(day))
  // Activity by event: everyone who came, toured, or signed in the period.
  const acted = new Set([...toured.map(({ lead }) => lead.number), ...signed.map(({ lead }) => lead)])
  const active = leads.filter((lead) => isIn(lead.created) || acted.has(lead.number))
  const lost = leads.filter((lead) => isIn(lead.lost))
  const expiring = placed.filter(({ to }) => isIn(to))
  const renewed = expiring.filter(({ number }) => placed.some(({ previous }) => previous === number))
  const onNotice = expiring.filter((lease) => !renewed.includes(lease) && lease.notice)
  const at = (community: string) => ({
    leads: created.filter((lead) => lead.community === community).length,
    visits: toured.filter(({ lead }) => lead.community === community).length,
    leases: signed.filter((lease) => lease.community === community).length,
  })
  return {
    properties,
    files,
    counts: {
      rows: {
        'agents.csv': communities.length * 2,
        'units.csv': units.length,
        'leads.csv': LEADS,
        'tours.csv': TOURS,
        'leases.csv': placed.length,
      },
      activity: {
        leads: active.length,
        visits: toured.length,
        shows: toured.filter(({ shown }) => shown === 'Yes').length,
        leases: signed.length,
      },
      byProperty: Object.fromEntries(communities.map((community) => [community, at(community)])),
      activeByProperty: Object.fromEntries(
        communities.map((community) => [community, active.filter((lead) => lead.community === community).length]),
      ),
      conversions: {
        prospects: created.length,
        visits: new Set(toured.map(({ lead }) => lead.number)).size,
        leases: new Set(signed.map(({ lead }) => lead)).size,
      },
      lost: {
        Price: lost.filter(({ why }) => why === 'Price').length,
        Location: lost.filter(({ why }) => why === 'Location').length,
      },
      renewals: {
        expiring: expiring.length,
        renewed: renewed.length,
        notice: onNotice.length,
        undecided: expiring.length - renewed.length - onNotice.length,
      },
      occupancy: {
        total_units: units.length,
        total_occupied: placed.filter(({ movedIn }) => movedIn).length,
      },
    },
  }
}
