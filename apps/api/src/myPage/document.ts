import { onlyPart, type PinnedPage, type PinnedPart } from '@leaselight/files'
import {
  chartWithKey,
  type FindingsAnswer,
  findingDetails,
  MY_PAGE,
  screenAddress,
  type Viewer,
} from '@leaselight/model'
import { type Pin, readMyPage } from '@leaselight/state'
import { readFindings } from '../findings/read'
import type { Api } from '../http/context'
import { buildDocument } from '../reports/export'
import { savedParams, savedView } from '../reports/savedParams'
import { openPin } from './service'

type PageApi = Pick<Api, 'engine' | 'state' | 'now' | 'publicUrl'>

/** A user's own page with the viewer's rights of now; null without a pin. What is not open says so in its place. */
export async function buildMyPage(api: PageApi, viewer: Viewer, owner: string): Promise<PinnedPage | null> {
  const [{ company }, { pins }] = await Promise.all([api.engine.companyContext(viewer), readMyPage(api.state, viewer)])
  if (pins.length === 0) return null
  const found = pins.some(({ kind }) => kind === 'finding') ? await readFindings(api, viewer) : undefined
  const parts: PinnedPart[] = []
  // One after the other: a file in the making must leave the engine to those who wait for a screen.
  for (const pin of pins) parts.push(await buildPart(api, viewer, pin, found))
  const { name, timeZone } = company
  return {
    ...{ title: MY_PAGE.title, company: name, owner, parts },
    ...{ generatedAt: api.now().toISOString(), timeZone },
  }
}

async function buildPart(
  api: PageApi,
  viewer: Viewer,
  pin: Pin,
  found: FindingsAnswer | undefined,
): Promise<PinnedPart> {
  const [directory, open] = await Promise.all([api.engine.companyContext(viewer), openPin(api, viewer, pin)])
  const own = pin.name === null ? null : (directory.anonymizer?.text(pin.name) ?? pin.name)
  if (open.problem !== null) {
    const url = 'state' in open ? api.publicUrl() + screenAddress(open.report, open.state) : null
    return { name: own ?? open.label, about: '', url, sentences: [open.problem], document: null }
  }
  const { report, state, item, leftOut } = open
  // As on the screen: below its report's title, where it has no name of its own.
  const name = own ?? report.title
  const aboutOf = (inWords: readonly string[]) => [...(own === null ? [] : [report.title]), ...inWords].join(' · ')
  const url = api.publicUrl() + screenAddress(report, state)
  const sentences = leftOut === null ? [] : [leftOut]
  if (pin.kind === 'finding') {
    const finding = found?.findings.find(({ key }) => key === pin.item)
    if (!finding)
      return { name, about: aboutOf([]), url, sentences: [`${open.label}: nothing stands out now.`], document: null }
    const { sentence, comparison, link } = finding
    const sentences = [sentence, [comparison, ...findingDetails(finding)].join(' ')]
    return { name, about: aboutOf([]), url: api.publicUrl() + link.href, sentences, document: null }
  }
  const view = savedView(directory, report.key, savedParams(report, state))
  const about = aboutOf(view.inWords)
  const chart = pin.kind === 'chart' ? chartWithKey(report, item) : undefined
  const whole = await buildDocument(api, viewer, { report, state }, { withCharts: chart?.variant !== undefined })
  return { name, about, url, sentences, document: onlyPart(whole, chart ? { chart } : { tile: item }) }
}
