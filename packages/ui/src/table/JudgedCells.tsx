import {
  type CellJudgement,
  MISSING,
  MOST_DEVIATIONS,
  type TableColumn,
  USUAL_DEVIATIONS,
  type UsualCell,
} from '@leaselight/model'
import { Change } from '../parts/Change'
import cells from './cells.module.css'
import classes from './judged.module.css'

/** Where a cell stands in the grid. */
export interface CellPlace {
  at: string
  ariaColumn: number
  tabIndex: number
  /** The first column of a group. */
  starts?: boolean | undefined
}

/** How far the bar reaches on either side, as a share of its half. */
const shareOf = (deviations: number): number => Math.abs(deviations) / MOST_DEVIATIONS

/** How the row's main number compares with its usual range: a bar for the eye, words for everyone else. */
export function UsualBarCell({ usual, ...place }: CellPlace & { usual: UsualCell | undefined }) {
  const { deviations = null, tone = 'neutral', words = '', detail = '' } = usual ?? {}
  const says = deviations !== null
  const title = [words, detail].filter(Boolean).join(': ')
  return (
    <td
      {...placeOf(place)}
      data-align="left"
      data-faint={!says || undefined}
      title={title || undefined}
      className={`${cells.cell} ll-focus`}
    >
      {says && (
        <span className={classes.track} aria-hidden>
          <span className={classes.usual} style={{ width: `${shareOf(USUAL_DEVIATIONS) * 100}%` }} />
          <span
            className={classes.reach}
            data-side={deviations < 0 ? 'low' : 'high'}
            data-tone={tone}
            data-telling={words !== 'as usual' || undefined}
            style={{ width: `${shareOf(deviations) * 50}%` }}
          />
        </span>
      )}
      {!says && detail && <span aria-hidden>·</span>}
      <span className="ll-spoken">{title}</span>
    </td>
  )
}

interface ComparedProps extends CellPlace {
  part: 'prior' | 'change'
  judgement: CellJudgement | null | undefined
  column: Pick<TableColumn, 'format'>
  /** The number that is compared, as text. */
  number: string
}

/** The number in the prior period, or the change since, as it was judged. */
export function ComparedCell({ part, judgement, column, number, ...place }: ComparedProps) {
  const change = judgement?.change ?? ''
  const faint = part === 'change' ? !change : !judgement
  return (
    <td
      {...placeOf(place)}
      data-align="right"
      data-faint={faint || undefined}
      title={part === 'change' && !change ? judgement?.words : undefined}
      className={`${cells.cell} ll-focus`}
    >
      {part === 'prior' ? (
        <span className="ll-number">{judgement?.prior ?? MISSING}</span>
      ) : judgement && change ? (
        <Change judgement={judgement} format={column.format} number={number} quiet />
      ) : (
        <>
          <span aria-hidden>·</span>
          <span className="ll-spoken">{judgement?.words}</span>
        </>
      )}
    </td>
  )
}

const placeOf = ({ at, ariaColumn, tabIndex, starts }: CellPlace) => ({
  'aria-colindex': ariaColumn,
  'data-at': at,
  'data-starts': starts,
  tabIndex,
})
