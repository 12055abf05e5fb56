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
import type { Api } from '../../http/context'
import { badRequest } from '../../http/errors'
import { allowedRecipients, emailList, MAX_RECIPIENTS, requireSender } from '../deliveries/manual'
import { type Addressees, addresseesOf, readEmails } from '../mail/rules'

export const emailsBody = z.object({ emails: emailList.min(1) })

/** Subscribers as the API returns them. */
export const showSubscribers = (list: readonly Subscriber[], { colleague }: Addressees) =>
  list.map(({ email, addedAt, unsubscribedAt }) => ({ email, name: colleague(email) ?? null, addedAt, unsubscribedAt }))

/** A change of a subscriber list. */
interface ListChange {
  added: string[]
  /** People who had unsubscribed and subscribe again themselves. */
  resubscribed: string[]
  removed: readonly string[]
}

/** The change that adds allowed addresses. A person who unsubscribed can only be subscribed again by themselves. */
async function additionTo(
  api: Api,
  viewer: Viewer,
  id: string,
  typed: readonly string[],
  gone: readonly string[] = [],
): Promise<ListChange> {
  const to = (await allowedRecipients(api, viewer, typed)).map(({ email }) => email)
  const standing = await subscribersOf(api.state, [id])
  const left = standing.filter(({ email, unsubscribedAt }) => unsubscribedAt !== null && to.includes(email))
  const me = left.length === 0 ? '' : (await requireSender(api, viewer)).email
  const other = left.find(({ email }) => email !== me)
  if (other)
    throw badRequest(
      `${other.email} has unsubscribed; only they themselves can take that back, by the link in their last mail.`,
    )
  const known = new Set(standing.map(({ email }) => email))
  const fresh = to.filter((email) => !known.has(email))
  if (known.size - gone.length + fresh.length > MAX_RECIPIENTS)
    throw badRequest(`At most ${MAX_RECIPIENTS} people can be on the list of one report.`)
  return { added: fresh, resubscribed: left.map(({ email }) => email), removed: gone }
}

/** The change that makes a list hold exactly these addresses. Existing subscribers are not checked again. */
export async function replacementOf(
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
  return added.length > 0 ? additionTo(api, viewer, id, added, gone) : { added: [], resubscribed: [], removed: gone }
}

/** Applies a change. */
export async function applyListChange(
  api: Api,
  { role }: Viewer,
  { id }: Schedule,
  { added, resubscribed, removed }: ListChange,
): Promise<void> {
  await removeSubscribers(api.state, id, removed)
  for (const email of resubscribed) await setUnsubscribed(api.state, { scheduleId: id, email }, null)
  await addSubscribers(api.state, id, added, { role, now: api.now() })
}

/** Subscribes addresses to a schedule. */
export async function subscribe(api: Api, viewer: Viewer, schedule: Schedule, typed: readonly string[]) {
  await applyListChange(api, viewer, schedule, await additionTo(api, viewer, schedule.id, typed))
  return listSubscribers(api, viewer, schedule.id)
}

export async function unsubscribe(api: Api, viewer: Viewer, { id }: Schedule, typed: readonly string[]) {
  await removeSubscribers(api.state, id, readEmails(typed))
  return listSubscribers(api, viewer, id)
}

/** The subscribers of a schedule as the API returns them to its owner. */
export async function listSubscribers(api: Api, viewer: Viewer, id: string) {
  const [list, addressees] = await Promise.all([subscribersOf(api.state, [id]), addresseesOf(api, viewer.companyId)])
  return showSubscribers(list, addressees)
}
