import { viewerOf } from '../http/access'
import { type Api, clientSignal } from '../http/context'
import { type App, route } from '../http/routeSchema'
import { sendSnake } from '../http/snake'
import { findingsAnswer, ruleAnswer, ruleBody, waitingAnswer } from './documentation'
import { readFindings, readWaiting, setRule } from './read'

/** What hurts, found across all reports. */
export function addFindings(app: App, api: Api): void {
  const list = route('viewer', {
    operationId: 'listFindings',
    tag: 'Reports',
    summary: 'What hurts, found across all reports',
    description:
      'Everything that the reports watch, at the properties that the user may see: what is worse than before or than at other properties beyond chance, since when, and what it costs. The heaviest first.',
    answer: findingsAnswer,
  })
  app.get('/api/insights/findings', list, async (request, reply) =>
    sendSnake(reply, await readFindings(api, viewerOf(request), clientSignal(reply))),
  )

  const waiting = route('viewer', {
    operationId: 'listWaitingFindings',
    tag: 'Reports',
    summary: 'The findings that the navigation marks and reports tell',
    description:
      'Those of the last search that are not hidden, each with what it says on the reports that show it. Nothing is looked for.',
    answer: waitingAnswer,
  })
  app.get('/api/insights/findings/waiting', waiting, async (request, reply) =>
    sendSnake(reply, await readWaiting(api, viewerOf(request))),
  )

  const rule = route('viewer', {
    operationId: 'setFindingRule',
    tag: 'Reports',
    summary: 'Hides a finding, or shows it again',
    description:
      '`snoozed` hides it from the user for a week. `dismissed` says that it is no problem, for everyone in the company. `shown` takes both back.',
    body: ruleBody,
    answer: ruleAnswer,
  })
  app.put('/api/insights/finding-rules', rule, async (request, reply) => {
    const { finding, state } = request.body
    await setRule(api, viewerOf(request), finding, state === 'shown' ? null : state)
    return reply.send({ finding, state })
  })
}
