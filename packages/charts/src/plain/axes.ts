import { LABEL_GAP, type Panel } from './panel'
import { crisp, path, type Shape, textAt } from './shapes'

/** A panel's axes: lines at round numbers, the line of the categories, the labels of both, and the axis' name. */
export function axesOf(panel: Panel): Shape[] {
  const { category, value, values, lying, left, right, top, bottom } = panel
  const rules = values.ticks.map((tick): Shape => {
    const at = crisp(values.at(tick))
    const ends = lying
      ? ([
          [at, top],
          [at, bottom],
        ] as const)
      : ([
          [left, at],
          [right, at],
        ] as const)
    return line(path(ends), value.splitLine.lineStyle.color)
  })
  const start = crisp(lying ? left : bottom)
  const base = lying
    ? ([
        [start, top],
        [start, bottom],
      ] as const)
    : ([
        [left, start],
        [right, start],
      ] as const)
  return [...rules, line(path(base), category.axisLine.lineStyle.color), ...numbersOf(panel), ...namesOf(panel)]
}

const line = (d: string, stroke: string): Shape => ({ tag: 'path', attributes: { d, stroke, fill: 'none' } })

function numbersOf({ value, values, numbers: labels, lying, left, top, bottom }: Panel): Shape[] {
  const { axisLabel, name, nameTextStyle, nameGap = 0 } = value
  const numbers = labels.map(({ tick, text }) =>
    lying
      ? textAt(text, {
          ...axisLabel,
          x: values.at(tick),
          y: bottom + LABEL_GAP + axisLabel.fontSize / 2,
          anchor: 'middle',
        })
      : textAt(text, { ...axisLabel, x: left - LABEL_GAP, y: values.at(tick), anchor: 'end' }),
  )
  if (name === undefined || !nameTextStyle) return numbers
  return [...numbers, textAt(name, { ...nameTextStyle, x: left, y: top - nameGap - nameTextStyle.fontSize / 2 })]
}

function namesOf({ category: { axisLabel }, categories, names, lying, left, bottom }: Panel): Shape[] {
  return names.map(({ index, text }) =>
    lying
      ? textAt(text, { ...axisLabel, x: left - LABEL_GAP, y: categories.at(index), anchor: 'end' })
      : textAt(text, {
          ...axisLabel,
          x: categories.at(index),
          y: bottom + LABEL_GAP + axisLabel.fontSize / 2,
          anchor: 'middle',
        }),
  )
}
