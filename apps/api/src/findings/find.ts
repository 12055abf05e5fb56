import { createHash } from 'node:crypto'
import { type CompanyContext, inTurns, isAvailable } from '@leaselight/engine'
import { findingSteps, type ReportDefinition, type StoredFinding, storedFinding, type Viewer } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { PassResult } from '@leaselight/state'
import type { Api } from '../http/context'

/** What a viewer may see of findings: the reports that watch something, and the name of exactly these and its properties. */
export interface FindingScope {
  reports: ReportDefinition[]
  key: string
}

/** Findings are looked for once for all who may see the same properties and reports. */
export function findingScopeOf(who: CompanyContext): FindingScope {
  const open = reports.filter((report) => report.watches?.length && isAvailable(report, who))
  const properties = who.properties.map(({ id }) => id).sort((a, b) => a - b)
  const text = JSON.stringify([WATCHES, properties, open.map(({ key }) => key)])
  return { reports: open, key: createHash('sha256').update(text).digest('base64url') }
}

/** Changes when a report watches something else, so that what was found before is looked for again. */
const WATCHES = JSON.stringify(reports.map(({ key, watches }) => [key, watches]))

/** Reads the histories of everything a viewer's reports watch, and finds what hurts. */
export async function lookForFindings(
  { engine, now }: Pick<Api, 'engine' | 'now'>,
  viewer: Viewer,
  who: CompanyContext,
  scope: FindingScope,
): Promise<PassResult> {
  const histories = await engine.histories(scope.reports, viewer)
  const { findings, tests } = histories
    ? await inTurns(findingSteps(histories.series, histories.end))
    : { findings: [], tests: 0 }
  return {
    userId: viewer.userId,
    role: viewer.role,
    factsVersion: who.version,
    day: who.today,
    endDay: histories?.end ?? null,
    tests,
    findings: findings.map(storedFinding) satisfies StoredFinding[],
    computedAt: now(),
  }
}
