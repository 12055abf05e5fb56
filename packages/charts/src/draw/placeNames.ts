/** A rectangle in pixels. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface NamedDot {
  x: number
  y: number
  radius: number
  name: string
}

const sides = ['right', 'left', 'top', 'bottom'] as const
export type Side = (typeof sides)[number]

/** A letter's width on average, and a line's height, in font sizes. */
const [LETTER, LINE] = [0.56, 1.3]
const GAP = 4

/**
 * On which side of each dot its name neither covers another dot nor a name before it, nor leaves the picture: to the right
 * wherever it can be; null where there is no room.
 * @param widest a longer name is cut to this width
 */
export function placeNames(
  dots: readonly NamedDot[],
  fontSize: number,
  picture: Box,
  widest = Number.POSITIVE_INFINITY,
): (Side | null)[] {
  const taken: Box[] = dots.map(({ x, y, radius }) => ({
    ...{ left: x - radius, top: y - radius },
    ...{ width: 2 * radius, height: 2 * radius },
  }))
  return dots.map((dot) => {
    for (const side of sides) {
      const box = boxAt(dot, side, fontSize, widest)
      if (!isWithin(box, picture) || taken.some((other) => overlap(box, other))) continue
      taken.push(box)
      return side
    }
    return null
  })
}

function boxAt({ x, y, radius, name }: NamedDot, side: Side, fontSize: number, widest: number): Box {
  const [width, height] = [Math.min(widest, name.length * fontSize * LETTER), fontSize * LINE]
  const away = radius + GAP
  if (side === 'right') return { left: x + away, top: y - height / 2, width, height }
  if (side === 'left') return { left: x - away - width, top: y - height / 2, width, height }
  return { left: x - width / 2, top: side === 'top' ? y - away - height : y + away, width, height }
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

const isWithin = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.top >= b.top && a.left + a.width <= b.left + b.width && a.top + a.height <= b.top + b.height
