import { type DatedFixture, otherCompany } from '@leaselight/sample'

/**
 * A third company, derived from the second: ids that are only unique within a company are the first one's, so its
 * agent, user, and call have the same ids as ours. All its names start with Fremd….
 */
export function foreignCompany(): DatedFixture {
  const numbers: Readonly<Record<string, number>> = { 2: 3, 21: 31, 2001: 3001, 2002: 3002, 2101: 3101 }
  const named = ['name', 'first_name', 'last_name', 'username', 'caller_name', 'phone', 'title', 'source', 'transcript']
  const text = JSON.stringify(otherCompany, (key, value: unknown) => {
    if (typeof value === 'number' && /(^|_)id$/.test(key)) return numbers[value] ?? value
    if (typeof value !== 'string') return value
    if (key === 'email') return 'fremd@fremd.example'
    if (key === 'thread_id') return 'fremd-6001'
    return named.includes(key) ? `Fremd ${value}` : value
  })
  const world: DatedFixture = JSON.parse(text)
  const [agent] = world.agents ?? []
  const [user] = world.users ?? []
  const [call] = world.calls ?? []
  const [campaign] = world.campaigns ?? []
  if (!agent || !user || !call || !campaign)
    throw new Error('The other company has lost its agent, user, call or campaign.')
  return {
    ...world,
    campaigns: [campaign, { ...campaign, id: 40888, name: 'Fremde Aktion' }],
    agents: [agent, { ...agent, id: 888, name: 'Fremd Einzig' }],
    users: [user, { ...user, id: 889, last_name: 'Fremd Allein' }],
    calls: [call, { ...call, id: 6888, agent_id: 888, thread_id: 'fremd-6888', caller_name: 'Fremd Anruf' }],
  }
}
