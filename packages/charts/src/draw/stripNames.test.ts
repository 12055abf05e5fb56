import { expect, test } from 'vitest'
import type { ChartModel } from '../model'
import { printTheme } from '../svg'
import { drawStrip } from './strip'

const HOUR = 3600

/** A strip of waits in hours; of those of too few cases, the positions. */
const stripOf = (hours: readonly number[], names: readonly string[], pale: number[] = [], yours: number[] = []) =>
  ({
    ...{ kind: 'strip', title: 'Wait', answers: [], unit: '', categoryLabel: 'Property', format: 'duration' },
    ...{ layout: 'columns', note: null, pale, yours, median: 2 * HOUR },
    categories: [...names],
    series: [{ key: 'wait', label: 'Wait', color: 'ink', values: hours.map((hour) => hour * HOUR) }],
  }) satisfies ChartModel

/** The names that are drawn, and whether each begins, ends or stands in the middle at its dot. */
function namesOf(model: ChartModel, width: number) {
  const { series } = drawStrip(model, { ...printTheme, fontSize: 12 }, new Set(), { width, height: 146 })
  return series.flatMap(({ data }) =>
    data.flatMap((item) =>
      typeof item === 'object' && item?.label?.show && 'formatter' in item.label
        ? [[item.label.formatter(), item.label.align, Math.sign(item.label.position[1])]]
        : [],
    ),
  )
}

test('the worst with enough cases has its name, above its dot where its neighbors leave no room beside it', () => {
  const waits = [0.5, 1, 1.8, 2, 10.6, 11.2, 13.9, 14.8]
  const names = ['A', 'B', 'C', 'Cherry Creek', 'Few', 'Few', 'Peachtree Commons', 'Few']
  const model = stripOf(waits, names, [4, 5, 7])
  expect(namesOf(model, 528)).toEqual([['Peachtree Commons', 'right', -1]])
  expect(namesOf(model, 1200)).toEqual([['Peachtree Commons', 'right', 0]])
})

test('less bad ones give way to the worst, the reader’s own too', () => {
  const model = stripOf([1, 2, 4, 4.3], ['A', 'B', 'The better of the two', 'The worse of the two'], [], [2])
  const texts = namesOf(model, 260).map(([text]) => text)
  expect(texts).toContain('The worse of the two')
})

test('the name of the worst is cut where there is no room for all of it', () => {
  const model = stripOf([1, 2, 4], ['A', 'B', 'A property with a name that goes on and on without an end'])
  const [[text] = []] = namesOf(model, 300)
  expect(text).toMatch(/^A property .*…$/)
})

test('names are placed on the axis that is drawn, of shares too', () => {
  const shares = [0.185, 0.2, 0.3, 0.4, 0.403]
  const model = stripOf(shares, ['Liberty Yards', 'Oak Court', 'C', 'D', 'E'])
  const { series } = model
  const ofShares: ChartModel = {
    ...{ ...model, format: 'percent', worst: 'left', median: 0.3 },
    series: series.map((one) => ({ ...one, values: shares })),
  }
  expect(namesOf(ofShares, 528)).toEqual([
    ['Liberty Yards', 'right', 0],
    ['Oak Court', 'left', 0],
  ])
})
