import type { ClickHouseSettings } from '@clickhouse/client'

/**
 * How a cluster reads and writes.
 *
 * - A subquery or join on another table is run by the initiator over all shards, and its result is sent to each shard:
 *   a
 *   prospect may live at one property and visit another, whose facts are on another shard. A condition on all rows must
 *   never use a shard's own rows only.
 * - Shards that can't have matching rows are skipped: a company's users and properties are on one shard, a property's
 *   facts too.
 * - Reads and writes use the first live replica, from every machine, so that written data can be read.
 * - Rows are grouped as the statement says: the shards and the initiator must agree on `grouping()`, and wouldn't
 *   if each simplified the keys by itself.
 * - Rows of INSERT … SELECT go to the shards where they belong, which may not be those they were read from.
 * - An insert is acknowledged when most replicas of every affected shard have it on disk.
 */
export const CLUSTER_SETTINGS = {
  distributed_product_mode: 'global',
  optimize_skip_unused_shards: 1,
  prefer_localhost_replica: 0,
  load_balancing: 'in_order',
  optimize_injective_functions_in_group_by: 0,
  optimize_group_by_function_keys: 0,
  parallel_distributed_insert_select: '0',
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_timeout: 60_000,
} satisfies ClickHouseSettings
