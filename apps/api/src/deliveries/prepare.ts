import { isOpen, NotFound } from '@leaselight/engine'
import type { Letter, ReportDocument } from '@leaselight/files'
import {
  plural,
  type ReportDefinition,
  type ReportState,
  readKeptState,
  runInWords,
  screenAddress,
  type Viewer,
} from '@leaselight/model'
import { reportByKey } from '@leaselight/reports'
import type { Delivery, DeliveryKind } from '@leaselight/state'
import type { Api } from '../context'
import { bytesOf, contentTypes, documentOf, exportFormats, fileOf } from '../export'
import { readWhatChanged } from '../insights'
import type { MailFile } from '../mail/compose'
import { personOf } from '../mail/rules'
import { keptParams } from '../saved/wanted'

/** A delivery that can be sent: everything its mails have in common. */
export interface Prepared {
  letter: Omit<Letter, 'why' | 'unsubscribeUrl'>
  files: MailFile[]
  sender: { name: string; email: string }
}

/** Why a delivery is not sent, in a sentence. */
export interface NotSent {
  skip: string
}

/** Beyond this many bytes of files mail servers refuse mails. */
const MOST_BYTES = 12_000_000
/** A run that is queued later than this says so. */
const LATE_MS = 10 * 60_000

/**
 * Makes what a delivery sends, with the rights that its sender has now: whoever left sends nothing, and whoever lost a
 * property no longer sends its numbers. Throws what may be better later, such as a store that is away.
 */
export async function prepare(api: Api, delivery: Delivery, now: Date): Promise<Prepared | NotSent> {
  const person = await personOf(api, delivery)
  if (!person) return { skip: 'The person who had this sent no longer works here.' }
  const { companyId, userId } = delivery
  const { role, groupIds } = person
  const viewer: Viewer = { companyId, userId, role, groupIds, ...(delivery.demo && { demo: true }) }
  const sender = { name: person.name || person.email, email: person.email }
  try {
    const { company } = await api.engine.directory(viewer)
    const about = { api, delivery, viewer, sender, company: company.name, now }
    return delivery.report === null ? { letter: letterOf(about, null), files: [], sender } : await ofReport(about)
  } catch (error) {
    if (error instanceof NotFound) return { skip: `${sender.name} may no longer see this report.` }
    throw error
  }
}

interface About {
  api: Api
  delivery: Delivery
  viewer: Viewer
  sender: Prepared['sender']
  company: string
  now: Date
}

async function ofReport(about: About): Promise<Prepared | NotSent> {
  const { api, delivery, viewer, sender } = about
  const report = reportByKey(delivery.report ?? '')
  const directory = await api.engine.directory(viewer)
  if (!report || !isOpen(report, directory)) return { skip: `${sender.name} may no longer see this report.` }
  const { state, passedOver } = readKeptState(report, delivery.params)
  const chosen = chosenProperties(state)
  const gone = chosen.filter((id) => !directory.properties.some((property) => property.id === id))
  if (directory.properties.length === 0 || (chosen.length > 0 && gone.length === chosen.length))
    return { skip: `None of this report’s properties is open to ${sender.name} any more.` }
  const link = { label: 'Open the report', url: `${api.publicUrl()}${screenAddress(report, state)}` }
  // A message leads to its report; its reader looks at it with rights of their own.
  if (delivery.kind === 'message') return { letter: letterOf(about, null, { link }), files: [], sender }
  const document = await documentOf(api, viewer, { report, state }, { withCharts: true })
  const told = await toldOf(api, viewer, report, state)
  const { reportPictures } = await import('@leaselight/files')
  const pictures = await reportPictures(document)
  const { files, left } = await filesOf(document, delivery.formats)
  const warnings = [
    ...latenessOf(delivery),
    ...(gone.length > 0
      ? [
          `${plural(gone.length, 'of the chosen properties is', 'of the chosen properties are')} no longer open to ${sender.name} and left out.`,
        ]
      : []),
    ...(passedOver.length > 0
      ? [`The report has changed since this was set up; these choices no longer exist: ${passedOver.join(', ')}.`]
      : []),
    ...(left.length > 0
      ? [`Too large for a mail and left out: ${left.join(', ')}. Open the report to download it.`]
      : []),
  ]
  const inline = pictures.map(({ id, content }, index) => ({
    filename: `chart-${index + 1}.png`,
    contentType: 'image/png',
    content,
    cid: id,
  }))
  const letter = letterOf(about, document, {
    told,
    report,
    pictures,
    link,
    warnings,
    files: files.map((file) => file.filename),
  })
  return { letter, files: [...inline, ...files], sender }
}

/** At most so many headline numbers say what changed. */
const MOST_TOLD = 4

/** What changed most and what explains it, where the report explains its changes. */
async function toldOf(api: Api, viewer: Viewer, report: ReportDefinition, state: ReportState): Promise<Letter['told']> {
  if (!report.explains) return []
  // The explanation chooses for itself what it looks at by.
  const { group_by: _by, group_by_key: _key, ...params } = keptParams(report, state)
  const { headlines } = await readWhatChanged(api, viewer, params)
  return (
    headlines
      // The most telling first; something is said also on a quiet morning.
      .filter(({ notable }, index) => notable || index === 0)
      .slice(0, MOST_TOLD)
      .map(({ sentence, explanation, link }) => ({ sentence, explanation, url: api.publicUrl() + link.href }))
  )
}

const chosenProperties = ({ filters }: ReportState): number[] =>
  filters.property === -1 ? filters.propertyIds : [filters.property]

function letterOf(
  { delivery, sender, company }: About,
  document: ReportDocument | null,
  more: Partial<Pick<Letter, 'pictures' | 'link' | 'warnings' | 'told' | 'files'>> & { report?: ReportDefinition } = {},
): Prepared['letter'] {
  const { pictures = [], link = null, warnings = [], told = [], files = [], report } = more
  const { name, note } = delivery
  const titled = report && report.title !== name ? `${name} (${report.title})` : name
  return {
    subject: subjects[delivery.kind](titled, sender.name, company),
    heading: name,
    company,
    sender: sender.name,
    note,
    warnings,
    told,
    document,
    pictures,
    link,
    files,
  }
}

const subjects: Record<DeliveryKind, (name: string, sender: string, company: string) => string> = {
  schedule: (name, _sender, company) => `${name} – ${company}`,
  now: (name, _sender, company) => `${name} – ${company}`,
  insights: (name, _sender, company) => `${name} this morning – ${company}`,
  share: (name, sender) => `${sender} shares ${name} with you`,
  message: (name) => name,
}

/** What a run that comes late says. */
export function latenessOf({ dueAt, createdAt, missedRuns, timeZone }: Delivery): string[] {
  if (!dueAt || (missedRuns === 0 && createdAt.getTime() - dueAt.getTime() < LATE_MS)) return []
  const missed =
    missedRuns === 0
      ? ''
      : ` ${plural(missedRuns, 'run')} before it ${missedRuns === 1 ? 'was' : 'were'} missed too and will not come.`
  return [`This was due on ${runInWords(dueAt, { timeZone })}. Nothing could be sent then, so it comes now.${missed}`]
}

async function filesOf(document: ReportDocument, formats: readonly string[]) {
  const files: MailFile[] = []
  const left: string[] = []
  let bytes = 0
  for (const format of exportFormats.filter((item) => formats.includes(item))) {
    const file = await fileOf(document, format)
    const content = await bytesOf(file, MOST_BYTES - bytes)
    bytes += content?.length ?? 0
    if (content) files.push({ filename: file.filename, contentType: contentTypes[format], content })
    else left.push(file.filename)
  }
  return { files, left }
}
