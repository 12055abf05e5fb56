import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Crm, currentUser, sendPage } from '../context'
import { sendSignInPage } from './home'
import { html, type Markup } from './html'
import { notice, page } from './layout'

const TIMEOUT_MS = 5_000
const MAX_SHOWN = 1_000
// Only for this one request to the analytics.
const TOKEN_SECONDS = 60

const text = z.string().max(500).optional().catch(undefined)
const batchQuery = z.object({ batchId: text, status: text, accessToken: text })

const batch = z.object({ property_id: z.number().nullish(), prospect_ids: z.array(z.number()) })
type Batch = z.infer<typeof batch>

/** The prospects behind a number of the analytics, handed over as a batch. */
export function addProspectsPage(app: FastifyInstance, crm: Crm): void {
  app.get('/prospects/report', async (request, reply) => {
    const { batchId, status, accessToken } = batchQuery.parse(request.query)
    const user = await currentUser(crm, request)
    if (!user && !accessToken) return sendSignInPage(crm, request, reply)
    const found = batchId
      ? await readBatch(crm, batchId, accessToken, user && (await crm.accessTokens.issue(user, TOKEN_SECONDS)))
      : 'The address names no batch of prospects. Please open it from the report again.'
    const failed = typeof found === 'string'
    return sendPage(
      reply,
      page({ title: 'Prospects', user }, failed ? notice(found) : prospectList(found, status)),
      failed ? (batchId ? 502 : 400) : 200,
    )
  })
}

/** The batch, or a sentence that says why there is none. */
async function readBatch(
  crm: Crm,
  batchId: string,
  accessToken: string | undefined,
  bearer: string | undefined,
): Promise<Batch | string> {
  const address = new URL(`${crm.settings.analyticsUrl}/api/get-prospect-batch-tokens-by-id`)
  address.searchParams.set('batch_id', batchId)
  if (accessToken) address.searchParams.set('access_token', accessToken)
  try {
    const answer = await fetch(address, {
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status >= 400 && answer.status < 500) {
      return 'This batch of prospects can’t be opened. It lives for 24 hours: please open it from the report again.'
    }
    if (!answer.ok) return 'Analytics has a problem right now. Please try again in a moment.'
    return batch.parse(await answer.json())
  } catch {
    return 'Analytics is not answering, so the prospects can’t be shown. Please try again in a moment.'
  }
}

function prospectList({ property_id, prospect_ids }: Batch, status: string | undefined): Markup {
  const count = prospect_ids.length
  const ids = prospect_ids.slice(0, MAX_SHOWN).map((id) => html`<li>#${id}</li>`)
  return html`<p class="quiet">${count.toLocaleString('en-US')} ${count === 1 ? 'prospect' : 'prospects'}${
    property_id != null && html` of property ${property_id}`
  }, status ${status ?? 'all'}.${count > MAX_SHOWN && ` The first ${MAX_SHOWN.toLocaleString('en-US')} are shown.`}</p>
<div class="card"><ul class="ids">${ids}</ul></div>`
}
