import type { Page } from '@playwright/test'

/** Notes from now on how far a page's parts move by themselves; call it before the first page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Reflect.set(window, 'layoutShift', seen)
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries)
        if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += Number(Reflect.get(entry, 'value'))
    }
    new PerformanceObserver((list) => note(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * Delivers a page's answers one after the other, the report's own first: a part that comes late must not move what can
 * be seen already. Call it before the first page is opened.
 */
export async function delayParts(page: Page): Promise<void> {
  let [address, asked] = ['', 0]
  await page.route('**/api/reports/**', async (route) => {
    const { pathname } = new URL(page.url())
    asked = pathname === address ? asked + 1 : 0
    address = pathname
    await new Promise((done) => setTimeout(done, Math.min(asked, 3) * 250))
    await route.continue()
  })
}

/** How far the page's parts have moved by themselves since the page was opened, or since the last time this was read. */
export function takeShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen = Reflect.get(window, 'layoutShift')
    const { shift } = seen
    seen.shift = 0
    return Number(shift)
  })
}

/** Where the parts of a page are, in pixels from the window's top, and what scrolls inside the page. */
export function measureFold(page: Page) {
  return page.evaluate(() => {
    const edges = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const scrolls = (element: Element) =>
      element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)
    // How many characters each line of the answer has.
    const [answer, lines] = [document.querySelector('[aria-label="Answer"] > p'), new Map<number, number>()]
    const texts = answer && document.createTreeWalker(answer, NodeFilter.SHOW_TEXT)
    while (texts?.nextNode()) {
      const text = texts.currentNode
      if (!text.textContent?.trim()) continue
      for (let at = 0; at < (text.textContent ?? '').length; at++) {
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const top = Math.round(range.getBoundingClientRect().top)
        lines.set(top, (lines.get(top) ?? 0) + 1)
      }
    }
    return {
      answerLines: [...lines.values()],
      answer: edges('[aria-label="Answer"]')?.top ?? 0,
      pinned: edges('table[role="grid"] [data-total]')?.bottom ?? Number.POSITIVE_INFINITY,
      row: edges('table[role="grid"] [data-total] + tbody tr')?.height,
      scrollers: [...document.querySelectorAll('main *')].filter(scrolls).map((element) => element.className),
      // Columns that are out of sight.
      hidden: [...document.querySelectorAll('main [data-wide]:has(> table)')].map(
        (element) => `${element.scrollWidth} of ${element.clientWidth} px`,
      ),
      filterLines: 1 + Math.floor((edges('search[aria-label="Filters"]')?.height ?? 0) / 64),
    }
  })
}

/** Where the headline numbers above a table stand, row by row: how wide each is, and how far from the top. */
export function measureTiles(page: Page): Promise<{ widths: number[]; tops: number[] }[]> {
  return page.evaluate(() => {
    const rows = new Set([...document.querySelectorAll('main [data-number]')].map((tile) => tile.parentElement))
    return [...rows].flatMap((row) => {
      if (!row || row.dataset.beside) return []
      const boxes = [...row.children].map((tile) => tile.getBoundingClientRect())
      return [{ widths: boxes.map(({ width }) => width), tops: boxes.map(({ top }) => top) }]
    })
  })
}

/**
 * What stands beside a page's picture, and in it: how far each number without a change is from the line of its label, and
 * in how many lines the parts of a whole are.
 */
export function measureLead(page: Page): Promise<{ offsets: number[]; lines: number[] }> {
  return page.evaluate(() => {
    const middle = (element: Element) => {
      const { top, height } = element.getBoundingClientRect()
      return top + height / 2
    }
    const tiles = [...document.querySelectorAll('main [data-beside] > [data-number]')]
    const alone = tiles.filter(({ children: [, , change] }) => !change?.textContent)
    return {
      offsets: alone.flatMap(({ children: [label, number] }) =>
        label && number ? [Math.abs(middle(label) - middle(number))] : [],
      ),
      lines: [...document.querySelectorAll('main [data-lead] [data-parts]')].map(
        (parts) => new Set([...parts.children].map((part) => part.getBoundingClientRect().top)).size,
      ),
    }
  })
}

/** How much of the window's width is empty to the right of a page and its rail. */
export function measureUnused(page: Page): Promise<number> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('main header, main section, [data-rail]')]
    return window.innerWidth - Math.max(...parts.map((part) => part.getBoundingClientRect().right))
  })
}

/**
 * What a thumb can't hit in a phone's page, or in the dialog over it, and what scrolls inside the page besides strips that
 * are made to be swiped.
 */
export function measurePhone(page: Page, part: 'body' | '[role=dialog]' = 'body') {
  return page.evaluate((within) => {
    const FINGER = 44
    const reaches = (element: Element): boolean => {
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width >= FINGER && height >= FINGER) return true
      const [middle, half] = [{ x: x + width / 2, y: y + height / 2 }, FINGER / 2 - 1]
      // What surrounds it may belong to it: a label, or a tile that is one button.
      return [
        [-half, 0],
        [half, 0],
        [0, -half],
        [0, half],
      ].every(([across = 0, down = 0]) => {
        if (across !== 0 ? width >= FINGER : height >= FINGER) return true
        const hit = document.elementFromPoint(middle.x + across, middle.y + down)
        return hit !== null && (element.contains(hit) || (hit.closest('label')?.contains(element) ?? false))
      })
    }
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const { visibility, pointerEvents } = getComputedStyle(element)
      // A chart's marks are for the keyboard; a finger touches the picture, which finds the nearest.
      return width > 1 && height > 1 && visibility !== 'hidden' && pointerEvents !== 'none'
    }
    const scrolls = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      return (
        (element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(overflowY)) ||
        (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(overflowX))
      )
    }
    const targets =
      'a, button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="option"]'
    const found = {
      small: [...document.querySelectorAll(`${within} :is(${targets})`)]
        .filter((element) => isShown(element) && !reaches(element))
        .map((element) => `${element.getAttribute('aria-label') ?? element.textContent} (${element.className})`),
      scrollers: [...document.querySelectorAll('main *:not([data-swipe])')]
        .filter(scrolls)
        .map((element) => element.className),
      pictures: [...document.querySelectorAll('main section[aria-label^="Chart:"] [role="img"]')].map(
        (element) => element.clientHeight,
      ),
      cards: document.querySelectorAll('[data-cards] > li').length,
      screens: document.documentElement.scrollHeight / window.innerHeight,
    }
    window.scrollTo(0, 0)
    return found
  }, part)
}
