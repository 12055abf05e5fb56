import { userTexts } from '../document'
import { prepareFonts } from '../fonts/fonts'
import type { PinnedPage } from '../pins'
import { drawChart, leastHeight } from './chart'
import { chartsOf } from './firstPart'
import { drawTitle } from './header'
import type { Page } from './page'
import { colors, type Style } from './textWriter'
import { drawTiles } from './tiles'

const name: Style = { face: 'strong', size: 11 }
const about: Style = { face: 'text', size: 8, color: colors.muted }
const sentence: Style = { face: 'text', size: 9.5 }
const HEAD = 34
/** The height of one number with its change and its goal. */
const NUMBER = 96
const BETWEEN = 10

/** What a user pinned, in their order: each below its name and its filters, and never apart from them. */
export async function drawPins(page: Page, { title, company, owner, parts }: PinnedPage): Promise<void> {
  const texts = parts.flatMap(({ document, sentences, ...words }) => [
    ...[words.name, words.about, ...sentences],
    ...(document ? userTexts(document) : []),
  ])
  await prepareFonts([company, owner, ...texts])
  drawTitle(page, company, title, owner)
  for (const part of parts) {
    const { document, sentences } = part
    const charts = document ? chartsOf(document) : []
    const least = charts.reduce((sum, model) => sum + leastHeight(page, model), 0)
    page.ensureRoom(HEAD + (document ? Math.max(NUMBER, least) : NUMBER / 2))
    write(page, part.name, name)
    write(page, part.about, about)
    page.y += BETWEEN / 2
    if (document) drawTiles(page, document, 1 / MOST_IN_ROW)
    for (const model of charts) drawChart(page, model)
    for (const text of sentences) write(page, text, sentence)
    page.y += BETWEEN
  }
}

/** A number alone is as wide as one of so many beside each other. */
const MOST_IN_ROW = 3

function write(page: Page, words: string, style: Style): void {
  for (const line of page.writer.wrap(words, style, page.width)) {
    page.ensureRoom(style.size * 1.4)
    page.writer.line(line, page.left, page.y + style.size, style)
    page.y += style.size * 1.4
  }
}
