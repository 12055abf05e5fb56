import { type GoalGroup, InputError, isMonth, type Month, monthOf } from '@leaselight/model'
import { viewerOf } from '../http/access'
import { contentDisposition } from '../http/contentDisposition'
import { type Api, clientSignal } from '../http/context'
import { parseIds, parseQuery } from '../http/params'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { readPace } from './pace'
import { exportGrid, type GridRequest, importGoals, previewSheet, readGrid, readYearBefore, setGoals } from './service'
import {
  goalsBody,
  gridAnswer,
  gridParameters,
  paceAnswer,
  paceParameters,
  savedAnswer,
  sheetAnswer,
  sheetBody,
  yearBeforeAnswer,
} from './shapes'

const tag = 'Goals'
const root = '/api/goals'

/** What properties want to reach, and whether they are on pace. */
export function addGoals(app: App, api: Api): void {
  const list = { operationId: 'listGoals', tag, summary: 'The goals of a year', parameters: gridParameters } as const
  app.get(root, route('viewer', { ...list, answer: gridAnswer }), async (request, reply) =>
    sendSnake(reply, await readGrid(api, viewerOf(request), gridRequest(request.query))),
  )

  const set = route('viewer', {
    operationId: 'setGoals',
    tag,
    summary: 'Sets goals of properties',
    description: 'For managers and administrators. All or none are stored. Months that are over stay as they were.',
    body: goalsBody,
    answer: savedAnswer,
  })
  app.put(root, set, async (request) => setGoals(api, viewerOf(request), request.body))

  const sheet = route('viewer', {
    operationId: 'importGoals',
    tag,
    summary: 'Sets goals from a table',
    description:
      'For managers and administrators. Lines that can’t be used are named with the reason; the others are stored.',
    body: sheetBody,
    answer: sheetAnswer,
  })
  app.post(`${root}/import`, sheet, async (request, reply) =>
    sendSnake(reply, await importGoals(api, viewerOf(request), request.body)),
  )

  const preview = route('viewer', {
    operationId: 'previewGoals',
    tag,
    summary: 'What of a table of goals can be used',
    description: 'Nothing is stored.',
    body: sheetBody,
    answer: sheetAnswer,
  })
  app.post(`${root}/preview`, preview, async (request, reply) =>
    sendSnake(reply, await previewSheet(api, viewerOf(request), request.body)),
  )

  const file = route('viewer', {
    operationId: 'exportGoals',
    tag,
    summary: 'The goals of a year as a CSV file',
    description: 'The file can be edited and imported again.',
    parameters: gridParameters,
    answer: { 'text/csv': { type: 'string' } },
  })
  app.get(`${root}/export`, file, async (request, reply) => {
    const { name, csv } = await exportGrid(api, viewerOf(request), gridRequest(request.query))
    return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition(name)).send(csv)
  })

  const before = route('viewer', {
    operationId: 'readGoalsYearBefore',
    tag,
    summary: 'What the year before had, to set goals by',
    parameters: gridParameters,
    answer: yearBeforeAnswer,
  })
  app.get(`${root}/year-before`, before, async (request, reply) =>
    sendSnake(reply, await readYearBefore(api, viewerOf(request), gridRequest(request.query), clientSignal(reply))),
  )

  const pace = route('viewer', {
    operationId: 'readGoalPace',
    tag,
    summary: 'Which goals of a month are on pace',
    description: 'Properties are counted through the last day that is over by their own time and whose records are in.',
    parameters: paceParameters,
    answer: paceAnswer,
  })
  app.get(`${root}/pace`, pace, async (request, reply) => {
    const viewer = viewerOf(request)
    const { goal, property_ids: ids, month: written, attribute, value } = parseQuery(request.query)
    const month = written === undefined ? await currentMonth(api, viewer) : parseMonthParam(written)
    const propertyIds = ids === undefined ? [] : parseIds(ids)
    return sendSnake(reply, {
      month,
      goals: await readPace(api, viewer, {
        ...{ month, goal, propertyIds, group: parseGroup(attribute, value) },
        signal: clientSignal(reply),
      }),
    })
  })
}

/** The value of an attribute that a request names; null without one. */
export function parseGroup(attribute: string | undefined, value: string | undefined): GoalGroup | null {
  if (attribute === undefined && value === undefined) return null
  if (!attribute || !value) throw new InputError('An attribute needs a value.', attribute ? 'value' : 'attribute')
  return { attribute, value }
}

async function currentMonth(api: Api, viewer: ReturnType<typeof viewerOf>): Promise<Month> {
  return monthOf((await api.engine.companyContext(viewer)).today)
}

function gridRequest(query: unknown): GridRequest {
  const { goal, year } = parseQuery(query)
  if (year !== undefined && !/^20\d{2}$/.test(year)) throw new InputError('year must be a year such as 2026.', 'year')
  return { goal, year: year === undefined ? undefined : Number(year) }
}

/** A month as a parameter; throws a sentence for anything else. */
export function parseMonthParam(text: string): Month {
  if (!isMonth(text)) throw new InputError('month must be a month such as 2026-11.', 'month')
  return text
}
