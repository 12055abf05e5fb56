import { type Day, leadDays, monthsBefore } from '@leaselight/model'
import { raw, type Sql, sql } from '../../plan/sql'
import { inCompany } from '../conditions'
import { LIVE_LEASE } from '../live'
import { inRange } from '../periods'

/** Costs are of as many whole months as in Ad Spend. */
const COST_MONTHS = 12

/** The days over which leases are compared with what they cost. */
export const costDays = (today: Day) => monthsBefore(today, COST_MONTHS)

/** A prospect, as a condition: whether they are of the year whose leases are known by now. */
export const isLeadOfYear = (today: Day): Sql => inRange('created_day', leadDays(today))

/** A prospect, as a condition: whether they signed a lease by that day. */
export const hasLeased = (companyId: number, today: Day): Sql => sql`id IN (SELECT prospect_id FROM leases FINAL
  WHERE ${inCompany(companyId)} AND ${raw(LIVE_LEASE)} AND signed_day <= toDate32(${today}))`

/** A lease, as a condition: whether it was signed in the months whose costs count. */
export const isLeaseOfCosts = (today: Day): Sql => inRange('signed_day', costDays(today).current)
