import { type PeerStanding, type Quartile, shortStanding } from '@leaselight/model'
import classes from './standing.module.css'

interface Props {
  standing: PeerStanding
  /** By what properties are compared: `portfolio`, or an attribute. */
  by: string
}

/** Where a number is among its peers: `3rd of 12`, or why it has no rank; the rest is in its tooltip. */
export function Standing({ standing, by }: Props) {
  const { state, quartile, words } = standing
  return (
    <span className={classes.standing} title={words} data-standing={state}>
      {quartile !== null && <QuartileMark quartile={quartile} />}
      <span className="ll-number" aria-hidden>
        {shortStanding(standing, by)}
      </span>
      <span className="ll-spoken">{words}</span>
    </span>
  )
}

const HEIGHTS = [4, 6, 8, 10] as const
const [WIDTH, STEP] = [2.5, 3.75]

/** Four bars, of which the best quarter has all and the last one: a position, so it has no color of its own. */
function QuartileMark({ quartile }: { quartile: Quartile }) {
  return (
    <svg className={classes.mark} width={14} height={10} viewBox="0 0 14 10" aria-hidden>
      {HEIGHTS.map((height, index) => (
        <rect
          key={height}
          x={index * STEP}
          y={10 - height}
          width={WIDTH}
          height={height}
          rx={0.5}
          data-on={index <= 4 - quartile || undefined}
        />
      ))}
    </svg>
  )
}
