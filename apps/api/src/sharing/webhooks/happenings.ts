import type { CompanyContext } from '@leaselight/engine'
import { isAdmin, MY_PAGE, screenAddress, type Viewer, WORKBOOK } from '@leaselight/model'
import {
  feedsLateSince,
  type Happening,
  importsEndedSince,
  type Params,
  readDelivery,
  readNumberWatchById,
  reportsSentSince,
  type Webhook,
  type WebhookEvent,
  watchesFiredSince,
} from '@leaselight/state'
import { readFindings } from '../../findings/read'
import type { Api } from '../../http/context'
import { openSaved } from '../../reports/openSaved'
import { savedView } from '../../reports/savedParams'
import { openNumber } from '../watches/number'

interface Asking {
  api: Api
  viewer: Viewer
  directory: CompanyContext
}

/** One kind of happening: where it is read, and whether a viewer may still know of it when it is sent. */
interface Source {
  since(asking: Asking, since: Date): Promise<Omit<Happening, 'event'>[]>
  isOpen(asking: Asking, subject: string): Promise<boolean>
}

/** Where what was sent opens for a viewer; null where it is closed to them. Their own page and reports always open. */
async function addressOf({ api, viewer, directory }: Asking, report: string, params: Params): Promise<string | null> {
  if (report === MY_PAGE.key || report === WORKBOOK.key) return savedView(directory, report, params).address
  const open = await openSaved(api, viewer, { report, params })
  return 'closed' in open ? null : screenAddress(open.report, open.state)
}

/** Imports are for administrators. */
const forAdmins = async ({ viewer }: Asking): Promise<boolean> => isAdmin(viewer.role)

const sources: Readonly<Record<WebhookEvent, Source>> = {
  'report.ready': {
    async since({ api, viewer, directory }, since) {
      const found: Omit<Happening, 'event'>[] = []
      for (const { id, report, params, name, finishedAt } of await reportsSentSince(api.state, viewer, since)) {
        const address = await addressOf({ api, viewer, directory }, report ?? '', params)
        if (address === null || !finishedAt) continue
        const title = directory.anonymizer?.text(name) ?? name
        found.push({
          subject: id,
          title: `${title} is ready`,
          details: ['It was sent by mail.'],
          url: api.publicUrl() + address,
          happenedAt: finishedAt,
        })
      }
      return found
    },
    async isOpen(asking, subject) {
      const delivery = await readDelivery(asking.api.state, asking.viewer, subject)
      return delivery ? (await addressOf(asking, delivery.report ?? '', delivery.params)) !== null : false
    },
  },
  'import.done': {
    async since({ api, viewer }, since) {
      if (!isAdmin(viewer.role)) return []
      const runs = await importsEndedSince(api.state, viewer.companyId, since)
      return runs.flatMap(({ id, entity, status, finishedAt }) =>
        finishedAt
          ? {
              subject: id,
              title: status === 'done' ? `Import done: ${entity}` : `Import failed: ${entity}`,
              details: status === 'done' ? [] : ['The numbers stay as they were.'],
              url: `${api.publicUrl()}/admin/import`,
              happenedAt: finishedAt,
            }
          : [],
      )
    },
    isOpen: forAdmins,
  },
  'import.late': {
    async since({ api, viewer }, since) {
      if (!isAdmin(viewer.role)) return []
      const feeds = await feedsLateSince(api.state, viewer.companyId, since)
      return feeds.flatMap(({ id, name, incidentAt }) =>
        incidentAt
          ? {
              subject: `${id}:${incidentAt.toISOString()}`,
              title: `${name} is late`,
              details: ['Its file has not come.'],
              url: `${api.publicUrl()}/admin/feeds`,
              happenedAt: incidentAt,
            }
          : [],
      )
    },
    isOpen: forAdmins,
  },
  finding: {
    async since({ api, viewer }) {
      const { findings, computedAt } = await readFindings(api, viewer)
      return findings.map(({ key, sentence, comparison, link }) => ({
        subject: key,
        title: sentence,
        details: comparison === '' ? [] : [comparison],
        url: api.publicUrl() + link.href,
        happenedAt: new Date(computedAt),
      }))
    },
    async isOpen({ api, viewer }, subject) {
      const { findings } = await readFindings(api, viewer)
      return findings.some(({ key }) => key === subject)
    },
  },
  'watch.crossed': {
    async since({ api, viewer }, since) {
      const found: Omit<Happening, 'event'>[] = []
      for (const watch of await watchesFiredSince(api.state, viewer, since)) {
        const open = await openNumber(api, viewer, watch)
        if ('problem' in open || !watch.firedAt) continue
        found.push({
          subject: `${watch.id}:${watch.firedAt.toISOString()}`,
          title: watch.name,
          details: watch.finding === null ? [] : [watch.finding],
          url: api.publicUrl() + screenAddress(open.report, open.state),
          happenedAt: watch.firedAt,
        })
      }
      return found
    },
    async isOpen({ api, viewer }, subject) {
      const watch = await readNumberWatchById(api.state, subject.split(':')[0] ?? '')
      return watch !== undefined && !('problem' in (await openNumber(api, viewer, watch)))
    },
  },
}

/** What a webhook has not been told yet, as far as its owner may know of it now. */
export async function happeningsFor(asking: Asking, webhook: Webhook, since: Date): Promise<Happening[]> {
  const found: Happening[] = []
  for (const event of webhook.events)
    found.push(...(await sources[event].since(asking, since)).map((one) => ({ ...one, event })))
  return found
}

/** Whether a viewer may still be told what happened. */
export const mayBeTold = (asking: Asking, { event, subject }: Pick<Happening, 'event' | 'subject'>): Promise<boolean> =>
  sources[event].isOpen(asking, subject)
