import type { CompanyContext, Property } from '@leaselight/engine'
import {
  addProgress,
  type GoalColumn,
  type GoalGroup,
  type GoalProgress,
  groupLabel,
  groupsOf,
  isInGroup,
} from '@leaselight/model'
import type { GroupGoal } from '@leaselight/state'
import { notFound } from '../http/errors'
import { propertiesOf } from './open'

/** A group whose goals a viewer may see: one of which they see every property. */
export interface OpenGroup extends GoalGroup {
  /** Those that the number counts. */
  properties: Property[]
}

/**
 * The groups whose goals of a number a viewer may see. A group's target is for all of its properties together, so whoever
 * sees a part of them could only compare it with a part of what was done.
 */
export function openGroups(column: Pick<GoalColumn, 'report'>, directory: CompanyContext): OpenGroup[] {
  const properties = propertiesOf(column, directory)
  return groupsOf(properties)
    .filter(({ attribute, value }) => directory.seesAll(attribute, value))
    .map((group) => ({
      ...group,
      properties: properties.filter((one) => isInGroup(group, one)),
    }))
}

/** A group as answers have it. */
export const groupFields = ({ attribute, value }: OpenGroup) => ({
  ...{ attribute, value },
  group: groupLabel({ attribute, value }),
})

/** That group among those of a viewer; a 404 for any other. */
export function requireGroup(groups: readonly OpenGroup[], wanted: GoalGroup): OpenGroup {
  const key = groupLabel(wanted)
  const found = groups.find((one) => groupLabel(one) === key)
  if (!found) throw notFound('There is no such group.')
  return found
}

/** A group's own goal, and how it goes. */
export interface GroupProgress {
  group: OpenGroup
  progress: GoalProgress
}

/** How the own goals of groups go, of those groups whose properties are all counted. */
export function progressOfGroups(
  groups: readonly OpenGroup[],
  goals: readonly GroupGoal[],
  counted: ReadonlyMap<number, GoalProgress>,
): GroupProgress[] {
  const targets = new Map(goals.map((one) => [groupLabel(one), one.target]))
  return groups.flatMap((group) => {
    const target = targets.get(groupLabel(group))
    const parts = group.properties.flatMap(({ id }) => counted.get(id) ?? [])
    if (target === undefined || parts.length < group.properties.length) return []
    const sum = addProgress(parts)
    return sum ? [{ group, progress: { ...sum, target } }] : []
  })
}

/**
 * The group whose own goal is that of the counted properties together: the one that was chosen, the company, or the first
 * with exactly these properties. A single property that was chosen by itself has its own.
 */
export function ownGroup(
  found: readonly GroupProgress[],
  { group, size, hasOwn }: { group: GoalGroup | null; size: number; hasOwn: boolean },
): GroupProgress | undefined {
  const same = found.filter((one) => one.group.properties.length === size)
  const chosen = group && same.find((one) => groupLabel(one.group) === groupLabel(group))
  if (chosen) return chosen
  return size === 1 && hasOwn ? undefined : same[0]
}
