import type { Activity } from './activity'

/** Where facts are stored: in a folder, by ClickHouse within this process, or on a server. */
export interface FactsSettings {
  dataDir?: string
  clickhouseUrl?: string
  clickhouseUser?: string
  clickhousePassword?: string
  clickhouseDatabase?: string
  /** The server's cluster, by its name in the servers' configuration. */
  clickhouseCluster?: string
  /** Threads per query. */
  maxThreads?: number
  /** Memory per query. */
  maxMemoryBytes?: number
  /** Receives the store's activity; by default a new one. */
  activity?: Activity
}
