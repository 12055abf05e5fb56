import { createEngine } from '@leaselight/engine'
import type { Facts } from '@leaselight/facts'
import {
  addMonths,
  daysOfMonth,
  type GoalTarget,
  goalColumns,
  goalState,
  monthOf,
  raisedBy,
  type Viewer,
  WHOLE_COMPANY,
} from '@leaselight/model'
import { reports } from '@leaselight/reports'
import { loadQuery } from '@leaselight/reports/server'
import { sampleUsers } from '@leaselight/sample'
import { listGoals, type State, saveGoals } from '@leaselight/state'

/** The goals of the sample: what a manager of leasing would set. */
const NUMBERS: readonly string[] = ['leases', 'visits', 'leads']
/** What they want above the same month of the year before. */
const MORE_PERCENT = 3
/** The number that the company has a goal of its own for, rounded up to so many. */
const COMPANY_GOAL = 'leases'
const COMPANY_STEP = 10
const MONTHS_BEFORE = 3
const MONTHS_AFTER = 2

/** Sets goals for the sample portfolio where it has none: what the months had a year before, and a little more. */
export async function setSampleGoals(facts: Facts, state: State, now: Date): Promise<void> {
  const setter = sampleUsers().find(({ role }) => role === 'admin')
  if (!setter) return
  const viewer: Viewer = { companyId: setter.company_id, userId: setter.user_id, role: setter.role, groupIds: [] }
  const engine = createEngine({ facts, loadQuery, now: () => now })
  const current = monthOf((await engine.companyContext(viewer)).today)
  const months = Array.from({ length: MONTHS_BEFORE + MONTHS_AFTER + 1 }, (_, at) =>
    addMonths(current, at - MONTHS_BEFORE),
  )
  const range = { from: addMonths(current, -MONTHS_BEFORE), to: addMonths(current, MONTHS_AFTER) }
  if ((await listGoals(state, { companyId: viewer.companyId, ...range })).length > 0) return
  const columns = goalColumns(reports).filter(({ goal }) => NUMBERS.includes(goal))
  const targets = new Map<string, GoalTarget[]>()
  for (const month of months)
    for (const report of new Set(columns.map((column) => column.report))) {
      const days = daysOfMonth(addMonths(month, -12))
      const { rows } = await engine.runReport(report, goalState(report, days, []), viewer, { withoutRecords: true })
      for (const { goal, key } of columns.filter((column) => column.report === report))
        for (const row of rows.filter(({ depth }) => depth === 0)) {
          const target = raisedBy(Number(row[key] ?? 0), MORE_PERCENT)
          const one = { propertyId: Number(row.propertyId), month, target }
          targets.set(goal, [...(targets.get(goal) ?? []), one])
        }
    }
  // A company often wants more than its properties do.
  for (const month of months) {
    const sum = (targets.get(COMPANY_GOAL) ?? [])
      .filter((one) => one.month === month)
      .reduce((all, { target }) => all + (target ?? 0), 0)
    if (sum > 0)
      targets.get(COMPANY_GOAL)?.push({ ...WHOLE_COMPANY, month, target: Math.ceil(sum / COMPANY_STEP) * COMPANY_STEP })
  }
  for (const [goal, list] of targets)
    await saveGoals(state, { companyId: viewer.companyId, goal, setBy: viewer.userId }, list, now)
}
