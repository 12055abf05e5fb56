import type { Viewer } from '@leaselight/model'
import {
  addSubscribers,
  removeSubscribers,
  type Schedule,
  type Subscriber,
  setUnsubscribed,
  subscribersOf,
} from '@leaselight/state'
import { z } from 'zod'
import type { Api } from '../context'
import { allowedOf, emailList, MOST_AT_ONCE, senderOf } from '../deliveries/byHand'
import { badRequest } from '../errors'
import { type Addressees, addresseesOf, readEmails } from '../mail/rules'

export const emailsBody = z.object({ emails: emailList.min(1) })

/** Subscribers as people read them. */
export const showSubscribers = (list: readonly Subscriber[], { colleague }: Addressees) =>
  list.map(({ email, addedAt, unsubscribedAt }) => ({ email, name: colleague(email) ?? null, addedAt, unsubscribedAt }))

/** How a list is to be changed. */
interface ListChange {
  fresh: string[]
  /** Those who had left and come back by themselves. */
  back: string[]
  gone: readonly string[]
}

/** Whom addresses add to a list, all of them allowed. Whoever left it by themselves comes back only by themselves. */
async function additionsOf(
  api: Api,
  viewer: Viewer,
  id: string,
  typed: readonly string[],
  gone: readonly string[] = [],
): Promise<ListChange> {
  const to = (await allowedOf(api, viewer, typed)).map(({ email }) => email)
  const standing = await subscribersOf(api.state, [id])
  const left = standing.filter(({ email, unsubscribedAt }) => unsubscribedAt !== null && to.includes(email))
  const me = left.length === 0 ? '' : (await senderOf(api, viewer)).email
  const other = left.find(({ email }) => email !== me)
  if (other)
    throw badRequest(
      `${other.email} has unsubscribed; only they themselves can take that back, by the link in their last mail.`,
    )
  const known = new Set(standing.map(({ email }) => email))
  const fresh = to.filter((email) => !known.has(email))
  if (known.size - gone.length + fresh.length > MOST_AT_ONCE)
    throw badRequest(`At most ${MOST_AT_ONCE} people can be on the list of one report.`)
  return { fresh, back: left.map(({ email }) => email), gone }
}

/** What makes a list hold just these addresses. Who stands on it already is not asked about again. */
export async function newListOf(
  api: Api,
  viewer: Viewer,
  { id }: Schedule,
  typed: readonly string[],
): Promise<ListChange> {
  const wanted = new Set(readEmails(typed))
  const active = (await subscribersOf(api.state, [id])).filter(({ unsubscribedAt }) => unsubscribedAt === null)
  const here = new Set(active.map(({ email }) => email))
  const gone = [...here].filter((email) => !wanted.has(email))
  const added = [...wanted].filter((email) => !here.has(email))
  return added.length > 0 ? additionsOf(api, viewer, id, added, gone) : { fresh: [], back: [], gone }
}

/** Makes the change. */
export async function setList(api: Api, { id }: Schedule, { fresh, back, gone }: ListChange): Promise<void> {
  await removeSubscribers(api.state, id, gone)
  for (const email of back) await setUnsubscribed(api.state, { scheduleId: id, email }, null)
  await addSubscribers(api.state, id, fresh, api.now())
}

/** Puts addresses on a list. */
export async function subscribe(api: Api, viewer: Viewer, one: Schedule, typed: readonly string[]) {
  await setList(api, one, await additionsOf(api, viewer, one.id, typed))
  return listOf(api, viewer, one.id)
}

export async function unsubscribe(api: Api, viewer: Viewer, { id }: Schedule, typed: readonly string[]) {
  await removeSubscribers(api.state, id, readEmails(typed))
  return listOf(api, viewer, id)
}

/** The list of a schedule as its owner reads it. */
export async function listOf(api: Api, viewer: Viewer, id: string) {
  const [list, addressees] = await Promise.all([subscribersOf(api.state, [id]), addresseesOf(api, viewer.companyId)])
  return showSubscribers(list, addressees)
}
