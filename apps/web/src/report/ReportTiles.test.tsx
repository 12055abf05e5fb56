import { testResult } from '@leaselight/charts/testing'
import { completeCells, count, defineReport, initialState, ratio } from '@leaselight/model'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ReportTiles } from './ReportTiles'

const columns = {
  green: count('Green', ''),
  all: count('All', ''),
  score: ratio('green', 'all', 'Score', '', { format: 'percent', whenEmpty: 1 }),
}
const report = defineReport({
  ...{ key: 'care', apiKey: 'CareReport', title: 'Care', path: '/care', section: 'Leads', gate: 'general' },
  ...{ question: 'Who was looked after?', rows: ['property'], defaultFilters: ['dateRange'], additionalFilters: [] },
  ...{ columns, tiles: ['score'], charts: [] },
})

it('leaves a gap in a trend where a share has no cases', () => {
  const day = (of: number, all: number) => ({
    day: `2026-03-0${of}`,
    ...completeCells(columns, { green: all / 2, all }),
  })
  const trendOf = (alls: number[]) => {
    const series = alls.map((all, index) => day(index + 1, all))
    const result = testResult({ total: completeCells(columns, { green: 40, all: 80 }), series }, report)
    const tiles = <ReportTiles report={report} state={initialState(report)} result={result} stale={false} />
    return renderToStaticMarkup(<MantineProvider>{tiles}</MantineProvider>).match(/<path d="M[\d.L ]+"/g)?.length
  }
  expect([trendOf([20, 20, 20, 20]), trendOf([20, 20, 0, 20, 20])]).toEqual([1, 2])
})
