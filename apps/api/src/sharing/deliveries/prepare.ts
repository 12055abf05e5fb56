import { NotFound } from '@leaselight/engine'
import { MY_PAGE, WORKBOOK } from '@leaselight/model'
import { type Delivery, readNumberWatchById } from '@leaselight/state'
import { learningFirst } from '../../findings/learningFirst'
import type { Api } from '../../http/context'
import { currentOwner } from '../owner'
import { openNumber } from '../watches/number'
import { linkTo, mailContent, type PrepareContext, type PreparedDelivery, type SkippedDelivery } from './content'
import { leftOutWarning } from './notices'
import { prepareReport } from './prepareReport'
import { prepareMyPage, prepareWorkbook } from './prepareSeveral'

/**
 * Builds what a delivery sends, with the lesser of the rights that its sender's session had and those the sender has now: a
 * sender who left sends nothing, and one who lost access to a property no longer sends its numbers. Throws errors that may pass, such as an unavailable store.
 */
export async function prepare(api: Api, delivery: Delivery, now: Date): Promise<PreparedDelivery | SkippedDelivery> {
  if (delivery.kind === 'feed') return prepareFeedMail(api, delivery)
  const owner = await currentOwner(api, delivery)
  if (!owner) return { skip: 'The person who had this sent no longer works here.' }
  const { person, viewer } = owner
  const sender = { name: person.name || person.email, email: person.email }
  try {
    const { company } = await api.engine.companyContext(viewer)
    const about = { api: { ...api, engine: learningFirst(api) }, delivery, viewer, sender, company: company.name, now }
    if (delivery.kind === 'watch') return await prepareWatchMail(about)
    if (delivery.report === MY_PAGE.key) return await prepareMyPage(about)
    if (delivery.report === WORKBOOK.key) return await prepareWorkbook(about)
    return delivery.report === null
      ? { content: mailContent(about, null), files: [], sender }
      : await prepareReport(about)
  } catch (error) {
    if (error instanceof NotFound) return { skip: `${sender.name} may no longer see this report.` }
    throw error
  }
}

/** A mail about a feed. The product sends it, not a person, so no person's rights apply. */
async function prepareFeedMail(api: Api, { companyId, name, note }: Delivery): Promise<PreparedDelivery> {
  const [company] = await api.facts.query<{ name: string }>(
    'SELECT name FROM companies FINAL WHERE id = {company:UInt64}',
    { company: companyId },
  )
  const sender = { name: 'Leaselight', email: '' }
  const content = {
    subject: company ? `${name} – ${company.name}` : name,
    heading: name,
    company: company?.name ?? '',
    sender: sender.name,
    note: null,
    warnings: (note ?? '').split('\n'),
    headlines: [],
    calm: null,
    document: null,
    charts: [],
    link: { label: 'Open feeds', url: `${api.publicUrl()}/admin/feeds` },
    files: [],
  }
  return { content, files: [], sender }
}

/** A mail about a watched number, which was read when the watch was checked; its owner must still be able to see it. */
async function prepareWatchMail(about: PrepareContext): Promise<PreparedDelivery | SkippedDelivery> {
  const { api, delivery, viewer, sender } = about
  const watch = delivery.watchId === null ? undefined : await readNumberWatchById(api.state, delivery.watchId)
  if (!watch || watch.deletedAt) return { skip: 'The watch was deleted before this was sent.' }
  if (!watch.byMail) return { skip: 'The mails of this watch were turned off before this was sent.' }
  if (watch.status === 'paused') return { skip: 'The watch was paused before this was sent.' }
  const open = await openNumber(api, viewer, watch)
  if ('problem' in open) return { skip: open.problem }
  const { today } = await api.engine.companyContext(viewer)
  const content = mailContent(about, null, {
    link: linkTo(api, open.report, open.state, today),
    sentences: (delivery.note ?? '').split('\n'),
    warnings: leftOutWarning(open.propertiesLeftOut, sender.name),
  })
  return { content: { ...content, note: null }, files: [], sender }
}
