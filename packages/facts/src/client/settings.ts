import type { Activity } from './activity'

/** Where the facts are kept: in a folder, by ClickHouse within this process, or on a server. */
export interface FactsSettings {
  dataDir?: string
  clickhouseUrl?: string
  clickhouseUser?: string
  clickhousePassword?: string
  clickhouseDatabase?: string
  /** The cluster that the server is one of, by the name it has in the servers' configuration. */
  clickhouseCluster?: string
  /** Threads one question may use. */
  maxThreads?: number
  /** Memory one question may use. */
  maxMemoryBytes?: number
  /** Who is told what the store does; without it one of its own. */
  activity?: Activity
}
