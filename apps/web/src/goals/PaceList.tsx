import { capitalized, doneText, GOAL_RULE, goalStateLabels, ratesText } from '@leaselight/model'
import { GoalBar } from '@leaselight/ui'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import classes from './goals.module.css'
import { markedOf } from './markedOf'
import type { PaceOfGoal } from './queries'

/** So many properties are shown until the reader wants all. */
const SHOWN = 8

/** Below each other, numbers have the same decimals. */
const columnText = (rate: number | null) => (rate === null ? '–' : rate.toFixed(1))

/** How the month's goals go: all together, then the groups and properties, those furthest behind first. */
export function PaceList({ pace }: { pace: PaceOfGoal }) {
  const [isWhole, setWhole] = useState(false)
  const { properties, groups, total, label } = pace
  const rates = ratesText(total)
  const shown = isWhole ? properties : properties.slice(0, SHOWN)
  const lines = [...groups, ...shown]
  const marked = markedOf(lines)
  return (
    <>
      <div className={classes.total}>
        {/* The answer above has what is done. */}
        {rates !== '' && <span className={classes.totalText}>{capitalized(rates)}</span>}
        <GoalBar pace={total} />
      </div>
      <table className={classes.pace}>
        <caption className="ll-spoken">Pace of the goals for {label}, by group and property</caption>
        <thead>
          <tr>
            <th scope="col">{groups.length > 0 ? 'Group, property' : 'Property'}</th>
            <th scope="col" data-align="right">
              Done
            </th>
            <th scope="col" className={classes.wide}>
              <span className="ll-spoken">Bar</span>
            </th>
            <th scope="col" data-align="right" className={classes.wide}>
              Needs a day
            </th>
            <th scope="col" data-align="right" className={classes.wide}>
              Does a day
            </th>
            <th scope="col">Pace</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((one) => {
            const name = 'group' in one ? one.group : one.property
            return (
              <tr key={'group' in one ? one.group : one.propertyId}>
                <th scope="row">{name}</th>
                <td data-align="right" className="ll-number">
                  {doneText(one)}
                </td>
                <td className={classes.wide}>
                  <GoalBar pace={one} plain />
                </td>
                <td data-align="right" className={`${classes.wide} ll-number`}>
                  {columnText(one.needsPerDay)}
                </td>
                <td data-align="right" className={`${classes.wide} ll-number`}>
                  {columnText(one.doesPerDay)}
                </td>
                <td data-tone={marked.has(one) ? 'bad' : undefined}>{goalStateLabels[one.state]}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {properties.length > SHOWN && (
        <UnstyledButton className={`${classes.more} ll-focus`} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${properties.length} properties`}
        </UnstyledButton>
      )}
      <p className={classes.rule}>{GOAL_RULE}</p>
    </>
  )
}
