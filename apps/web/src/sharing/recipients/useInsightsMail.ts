import { useQuery } from '@tanstack/react-query'
import { toAnswer } from '../../api/toAnswer'
import { useGlobal } from '../../app/Global'
import { useServices } from '../../app/Services'
import { insightsSubscribers } from '../queries'
import type { Subscriber } from '../types'
import { useSharingMutation } from '../useSharingMutation'
import { includesEmail } from './people'

/** When the Insights page is mailed, and what it covers. */
export const INSIGHTS_MAIL = 'every day at 7:00 AM, for the properties you see'

const PATH = '/api/reports/subscribers'

/** Who gets the Insights page by mail from the reader, whether the reader does, and the changes to that. */
export function useInsightsMail() {
  const { client } = useServices()
  const { user, profile } = useGlobal()
  const list = toAnswer(useQuery(insightsSubscribers(client)))
  // Without addresses the server adds the reader's own.
  const add = useSharingMutation((emails: string[] | undefined) =>
    client.json<Subscriber[]>(PATH, { body: emails ? { emails } : {} }),
  )
  const remove = useSharingMutation((email: string) =>
    client.json<Subscriber[]>(PATH, { method: 'PUT', body: { emails: [email] } }),
  )
  const own = user.email ?? profile.email
  const isMine = own !== null && list.is === 'here' && includesEmail(activeOf(list.data), own)
  return { own, list, isMine, add, remove }
}

const activeOf = (list: readonly Subscriber[]): string[] =>
  list.filter(({ unsubscribedAt }) => unsubscribedAt === null).map(({ email }) => email)
