import { CLUSTER_SETTINGS, statementsOnCluster } from '../../cluster'
import { asFactsError } from '../errors'
import type { FactsSettings } from '../settings'
import type { Engine } from './engine'
import { ServerEngine } from './server'

/** Connects to a server, or to a cluster through one of its machines, and creates the database there. */
export async function openServer(settings: FactsSettings, url: string): Promise<Engine> {
  const { clickhouseUser: username, clickhousePassword: password, clickhouseDatabase: database } = settings
  const { clickhouseCluster: cluster } = settings
  const account = {
    url,
    ...(username && { username }),
    ...(password && { password }),
    ...(cluster && { clickhouse_settings: CLUSTER_SETTINGS }),
  }
  if (!database) return new ServerEngine(account)
  if (!/^\w+$/.test(database)) throw new Error(`"${database}" can't be the name of a database.`)
  const anywhere = new ServerEngine(account)
  try {
    const make = `CREATE DATABASE IF NOT EXISTS ${database}`
    for (const statement of cluster ? statementsOnCluster(make, cluster) : [make]) await anywhere.command(statement)
  } catch (error) {
    throw asFactsError(error)
  } finally {
    await anywhere.close()
  }
  return new ServerEngine({ ...account, database })
}
