import { DURABLE_SETTINGS } from './statements'

/** The migration that creates the erasure tables. */
export const eraseTables: string[] = [
  // Erased people, so that no import brings them back: only ids, which mean nothing without their source system. A
  // prospect of 0 means the whole company.
  `CREATE TABLE IF NOT EXISTS erased (
    company_id UInt64, prospect_id UInt64, erased_at DateTime64(3, 'UTC')
  ) ENGINE = ReplacingMergeTree ORDER BY (company_id, prospect_id) SETTINGS ${DURABLE_SETTINGS}`,
  // Records being erased: after a crash the next run continues from here.
  `CREATE TABLE IF NOT EXISTS erasing (
    company_id UInt64, entity LowCardinality(String), id UInt64, thread_id String
  ) ENGINE = MergeTree ORDER BY (company_id, entity, id) SETTINGS ${DURABLE_SETTINGS}`,
]

/** The migration for the company's own people, who may be erased too. */
export const eraseStaffTables: string[] = [
  `CREATE TABLE IF NOT EXISTS erased_staff (
    company_id UInt64, entity LowCardinality(String), id UInt64, erased_at DateTime64(3, 'UTC')
  ) ENGINE = ReplacingMergeTree ORDER BY (company_id, entity, id) SETTINGS ${DURABLE_SETTINGS}`,
]
