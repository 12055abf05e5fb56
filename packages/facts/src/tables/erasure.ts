import { DURABLE_SETTINGS } from './statements'

/** The migration that makes what erasing needs. */
export const eraseTables: string[] = [
  // Who was erased, so that no import brings them back: ids alone, which say nothing without the system they come from.
  // A prospect of 0 stands for the whole company.
  `CREATE TABLE IF NOT EXISTS erased (
    company_id UInt64, prospect_id UInt64, erased_at DateTime64(3, 'UTC')
  ) ENGINE = ReplacingMergeTree ORDER BY (company_id, prospect_id) SETTINGS ${DURABLE_SETTINGS}`,
  // Which records are going, while they go: after a crash the next run goes on from here.
  `CREATE TABLE IF NOT EXISTS erasing (
    company_id UInt64, entity LowCardinality(String), id UInt64, thread_id String
  ) ENGINE = MergeTree ORDER BY (company_id, entity, id) SETTINGS ${DURABLE_SETTINGS}`,
]
