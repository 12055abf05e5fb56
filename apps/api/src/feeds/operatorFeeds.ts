import { createFeedKey, type Feed, listFeeds } from '@leaselight/state'
import { z } from 'zod'
import { linesAnswer } from '../http/answers'
import type { Api } from '../http/context'
import { badRequest } from '../http/errors'
import { streamLines } from '../http/lines'
import { type App, route } from '../http/routeSchema'
import type { FeedApi } from './context'
import { makeFeed, runNow, setPaused, showFeeds, viewsOf } from './service'
import { feedBody } from './shapes'

const company = z.int().positive().optional()

/** What the operator's command does with feeds. A feed is found by its name, and by its company where several have it. */
export const operatorFeedBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('list'), company }),
  z.object({ action: z.literal('add'), company: z.int().positive(), feed: feedBody }),
  z.object({ action: z.enum(['run', 'key', 'pause', 'resume']), name: z.string().max(200), company }),
])

export type OperatorFeedInput = z.output<typeof operatorFeedBody>

/** What the command prints: feeds as the API has them, or a new key. */
export interface OperatorFeedResult {
  feeds: Awaited<ReturnType<typeof showFeeds>>
  /** A new key, and the path that it opens. */
  key?: { key: string; path: string }
}

/** One line of the route's answer. */
export type OperatorFeedLine = { result: OperatorFeedResult } | { error: string }

/** Does what the operator asks for, with the server's stores or the command's own. Throws an HttpError with a sentence. */
export async function operateFeeds(api: FeedApi, input: OperatorFeedInput): Promise<OperatorFeedResult> {
  if (input.action === 'list') return { feeds: await showFeeds(api, input.company) }
  if (input.action === 'add') {
    const made = await makeFeed(api, { companyId: input.company, userId: 0 }, input.feed)
    return { feeds: await viewsOf(api, [made]) }
  }
  const feed = await findByName(api, input.name, input.company)
  const { id, companyId } = feed
  if (input.action === 'key') {
    const made = await createFeedKey(api.state, { feedId: id, companyId, userId: 0 }, api.now())
    if (!made) throw badRequest(`${feed.name} has as many keys as a feed can have. Revoke one on the page Feeds.`)
    return { feeds: await viewsOf(api, [feed]), key: { key: made.key, path: `/api/feeds/${id}/upload` } }
  }
  const changed =
    input.action === 'run'
      ? await runNow(api, companyId, id)
      : await setPaused(api, companyId, id, input.action === 'pause')
  return { feeds: await viewsOf(api, [changed]) }
}

async function findByName({ state }: FeedApi, name: string, companyId: number | undefined): Promise<Feed> {
  const [found, ...more] = (await listFeeds(state, companyId)).filter((feed) => feed.name === name)
  if (!found) throw badRequest(`There is no feed ${name}.`)
  if (more.length > 0) throw badRequest(`Several companies have a feed ${name}. Add --company ID.`)
  return found
}

/** The feed command's way into the running server, which alone may open the embedded stores. */
export function addOperatorFeeds(app: App, api: Api): void {
  const schema = {
    operationId: 'operateFeeds',
    tag: 'Server',
    summary: 'Lists, makes, runs and pauses feeds of any company, and makes keys',
    body: operatorFeedBody,
    answer: linesAnswer,
  } as const
  app.post('/api/operator/feeds', route('operator', schema), async (request, reply) =>
    streamLines(reply, { failure: 'feed command failed', forOperator: true }, async () => ({
      result: await operateFeeds(api, request.body),
    })),
  )
}
