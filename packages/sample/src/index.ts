export { fixtureCompany, otherCompany } from './fixture'
export { type DatedFixture, emptyFixture, entitiesOf, type Fixture } from './fixture/fixture'
export { namesOf } from './fixture/names'
export { collectRecords } from './portfolio/collect'
export { sampleCompanies } from './portfolio/company'
export {
  DEFAULT_PROPERTIES,
  generatePortfolio,
  type PortfolioOptions,
  requestedFacts,
  sampleInstant,
} from './portfolio/generate'
export { type SampleNote, sampleNotes } from './portfolio/notes'
export type { RecordBatch } from './portfolio/output'
export { recordingWav } from './portfolio/recording'
export { type Turn, turnsOf } from './portfolio/turns'
export { type WriteProgress, type WriteResult, writePortfolio } from './portfolio/write'
export { SAMPLE_PASSWORD, type SampleUser, sampleUsers } from './users'
