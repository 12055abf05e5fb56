import type { EntityName } from '@leaselight/contract'

/** The company's people to erase. */
export const ERASED = 'SELECT prospect_id FROM erased WHERE company_id = {company:UInt64} AND prospect_id != 0'

/** The ids of an entity's records that are being erased with them. */
export const plannedIds = (entity: EntityName): string =>
  `SELECT id FROM erasing WHERE company_id = {company:UInt64} AND entity = '${entity}'`

/** The same where a thread identifies the records. */
export const plannedThreads = (entity: EntityName): string =>
  `SELECT thread_id FROM erasing WHERE company_id = {company:UInt64} AND entity = '${entity}'`

/** What the records that share an erased thread are listed under in `erasing`: they stay, without what was said. */
export const sharersOf = (entity: EntityName): string => `${entity} of erased threads`

/** The ids of an entity's records, in any version, whose thread is being erased. */
export const plannedSharers = (entity: EntityName): string =>
  `SELECT id FROM erasing WHERE company_id = {company:UInt64} AND entity = '${sharersOf(entity)}'`
