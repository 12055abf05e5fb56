import { type Engine, NotFound } from '@leaselight/engine'
import type { Api } from '../http/context'
import { rootCause } from '../http/failures'

/**
 * An engine for what is sent. It learns how a report's numbers move before it runs the report, over all that the viewer may
 * see, unless that is known. A page never waits for that; a mail can, and calls nothing news right after a start of the
 * server that the page calls usual a minute later.
 */
export function learningFirst({ engine, log }: Pick<Api, 'engine' | 'log'>): Engine {
  return {
    ...engine,
    async runReport(report, state, viewer, options) {
      try {
        await engine.learn(report, viewer)
      } catch (error) {
        const about = { company: viewer.companyId, report: report.key, reason: rootCause(error) }
        if (!(error instanceof NotFound)) log.warn(about, 'rhythms not learned')
      }
      return engine.runReport(report, state, viewer, options)
    },
  }
}
