import { type CompanyContext, isAvailable, type Property } from '@leaselight/engine'
import { type GoalColumn, goalColumns, propertiesForGate, type Viewer } from '@leaselight/model'
import { reports } from '@leaselight/reports'
import type { Api } from '../http/context'
import { notFound } from '../http/errors'

/** Every number that may have goals. */
const columns: readonly GoalColumn[] = goalColumns(reports)

/** The numbers with goals that a viewer may see, and the company as the viewer sees it. */
export interface OpenGoals {
  directory: CompanyContext
  columns: GoalColumn[]
}

/** What of the goals is open to a viewer: the numbers of reports that they have. */
export async function openGoals(api: Pick<Api, 'engine'>, viewer: Viewer): Promise<OpenGoals> {
  const directory = await api.engine.companyContext(viewer)
  return { directory, columns: columns.filter(({ report }) => isAvailable(report, directory)) }
}

/** The properties of a viewer that a number counts. */
export const propertiesOf = ({ report }: Pick<GoalColumn, 'report'>, { properties }: CompanyContext): Property[] =>
  propertiesForGate(report.gate, properties)

/** The number with that name; without one, the first. 404 where it is none of the viewer's. */
export function requireGoal({ columns: open }: OpenGoals, goal: string | undefined): GoalColumn {
  const found = goal === undefined ? open[0] : open.find((column) => column.goal === goal)
  if (!found) throw notFound('There is no such goal.')
  return found
}
