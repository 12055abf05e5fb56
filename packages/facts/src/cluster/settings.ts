import type { ClickHouseSettings } from '@clickhouse/client'

/**
 * How a cluster answers and takes in.
 *
 * - A table within a condition or a join is asked by whoever asks, over all shards, and its answer is sent to each: a prospect
 *   may live at one property and visit another, whose facts lie on another shard. Nothing may be asked of a shard's own rows
 *   alone that is meant of all.
 * - Shards that can't hold what is asked for are not asked: a company's people and places lie on one, a property's facts too.
 * - Reads and writes go to the first replica that lives, from whichever machine, so that what was written is read.
 * - Rows are grouped by what the statement says: shards and whoever asks them must mean the same by `grouping()`, and would
 *   not, once each had found simpler keys for itself.
 * - What is selected to be inserted goes to the shards where it belongs, which need not be those it was found on.
 * - An insert is acknowledged when most replicas of every shard that it touched have it on their disks.
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
