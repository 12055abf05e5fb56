import { EVERYTHING, SEED } from '../tests/ofRun.ts'

/** Together the test files take longer than a person waits, so of the dear ones each run of `npm test` tries a twelfth. */
export const TURNS = 12

/**
 * These files run against PostgreSQL and ClickHouse's HTTP interface instead of the embedded stores. Each run of `npm test`
 * tries one of them, so every run covers servers too. `TEST_STORES=servers` runs everything that way; see docs/testing.md.
 */
export const serverFiles = [
  'apps/api/src/reports/routes',
  'apps/api/src/import/connectorRoutes',
  'apps/api/src/sharing/saved/service',
  'apps/api/src/sharing/schedules/service',
].map((name) => `${name}.test.ts`)

/** Tests of whole processes that break, of random companies, and of long imports. The dearest come first. */
const unitFiles = [
  'packages/facts/src/derive/oneChange',
  'packages/facts/src/derive/derive',
  'packages/facts/src/derive/faults',
  'apps/api/src/testing/tenancy',
  'apps/api/src/operations/copy/installation',
  'apps/api/src/testing/processes',
  'tests/cluster',
  'apps/api/src/testing/answers',
  'tests/random/companies',
  'apps/api/src/reconcile/reconcile',
  'apps/api/src/operations/erase/erasure',
  'packages/state/src/store/open',
  'apps/api/src/operations/outage',
  'apps/api/src/sharing/deliveries/kill',
  'tests/findings',
  'tests/workedOut',
  'tests/random/communication',
  'packages/facts/src/derive/peopleAtHand',
  'packages/files/src/pdf/sheets',
  'apps/crm/src/pages/forms',
  'apps/api/src/testing/afternoon',
  'apps/api/src/sharing/deliveries/deliver',
  'packages/connectors/src/importSourceFile',
  'apps/api/src/sharing/deliveries/everyReport',
  'apps/crm/src/auth/routes',
  'packages/facts/src/derive/callLines',
  'apps/api/src/reports/longFiles',
  'packages/facts/src/derive/activeDays',
  'packages/facts/src/derive/narrow',
  'packages/facts/src/derive/propertyDays',
  'packages/facts/src/derive/campaignMessages',
  'apps/api/src/keys/keys',
  'packages/facts/src/cluster/cluster',
  'apps/api/src/reports/export',
  'packages/facts/src/import/write/crash',
  'packages/facts/src/client/facts',
  'tests/importedAnswers',
  'apps/api/src/operations/copy/cluster',
  'tests/filters',
  'packages/facts/src/import/index',
  'tests/random/lifecycle',
  'tests/findingsAgain',
  'apps/api/src/operations/integrity/integrity',
  'apps/api/src/testing/demo',
  'reports/activity/people',
  'reports/call-intelligence/report',
  'apps/api/src/reports/exportPeers',
  'tests/judgement',
  'tests/invariants',
  'packages/facts/src/import/report',
  'packages/files/src/pdf/pdf',
  'packages/files/src/pdf/pictures',
  'apps/api/src/findings/findings',
  'apps/api/src/http/openApi',
  'packages/facts/src/client/faults',
  'packages/facts/src/import/check/checkBeside',
  'reports/forecast/report',
  'packages/state/src/store/cutConnections',
  'packages/state/src/sharing/sharing',
  'apps/api/src/feeds/kill',
  'apps/api/src/operations/instances',
  'tests/sameAnswers',
  'tests/matrix',
  'packages/facts/src/tables/upgradeCluster',
  'packages/facts/src/tables/upgrade',
  'apps/api/src/start/awaitStores',
  'apps/api/src/testing/sharingRoutes',
  'apps/api/src/sharing/watches/watches',
  'packages/facts/src/import/write/diskFull',
  'packages/state/src/timelineNotes/timelineNotes',
  'apps/api/src/reports/exportRoutes',
  'packages/facts/src/import/order',
  'tests/transcriptSearch',
  'tests/random/visitors',
  'reports/demographics/report',
  'apps/api/src/goals/goals',
  'apps/api/src/goals/pace',
  'apps/api/src/graphql/members',
  'packages/facts/src/import/write/steps',
  'apps/api/src/testing/powerCut',
  'tests/random/attributions',
  'tests/forecast',
  'packages/facts/src/lock',
  'apps/api/src/feeds/uploads',
  'apps/api/src/account/crm',
  'tests/contacts',
  'packages/sample/src/portfolio/portfolio',
  'packages/state/src/store/store',
  'apps/api/src/myPage/mail',
  'apps/crm/src/main',
  'apps/api/src/reports/insights',
  'apps/api/src/reports/aliases',
  'apps/api/src/sharing/webhooks/webhooks',
  'apps/api/src/setup/routes',
  'apps/api/src/sharing/deliveries/manual',
  'apps/api/src/reports/members',
  'tests/listPages',
  'tests/queryCache',
].map((name) => `${name}.test.ts`)

/** Tests of a room of the product each. What every run tries: the ways through it, and the tests of every report. */
const browserFiles = [
  'schedules',
  'reportViews',
  'keysAndLinks',
  'firstRun',
  'axe',
  'insights',
  'watches',
  'emptyAndErrorStates',
  'screenWidths',
  'callViews',
  'errorCatalogue',
  'sharing',
  'contacts',
  'questions',
  'occupancy',
  'paper',
  'timelineNotes',
  'feeds',
  'myPage',
  'savedReports',
  'goals',
  'tableLook',
  'import',
  'demo',
  'filtersInAddress',
  'recordList',
  'reconcile',
  'charts',
  'peers',
  'calls',
  'nullProfile',
  'featureFlags',
  'chartDrawing',
  'singleSignOn',
  'erasePeople',
  'handling',
  'errorReporting',
].map((name) => `e2e/${name}.spec.ts`)

/** All files that take turns. */
export const takingTurns: readonly string[] = [...serverFiles, ...unitFiles, ...browserFiles]

/** @returns the files that a run with this seed leaves out; the next seeds leave out others */
export function leftOutOf(seed: number = SEED): string[] {
  if (EVERYTHING) return []
  const inTurns = (files: readonly string[], turns: number) =>
    files.filter((_, at) => turnAt(at, turns) !== seed % turns)
  return [...inTurns(serverFiles, serverFiles.length), ...inTurns(unitFiles, TURNS), ...inTurns(browserFiles, TURNS)]
}

/** There and back through the turns, so that the dearest files don't meet in one of them. */
function turnAt(at: number, turns: number): number {
  const step = at % turns
  return Math.floor(at / turns) % 2 === 0 ? step : turns - 1 - step
}

/** The files that this run leaves out: `npm test` names them. Files that a person runs by name are never among them. */
export const leftOut = (): string[] => (process.env.LEFT_OUT ?? '').split(',').filter((file) => file !== '')
