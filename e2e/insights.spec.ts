import type { Locator } from '@playwright/test'
import { answersFinding, phoneFinding } from './support/findings'
import { measurePhone, takeShift, watchShifts } from './support/layout'
import {
  expect,
  expectAccessible,
  expectFitsEveryWidth,
  expectNoHorizontalScroll,
  openReport,
  regionByHeading,
  setColorScheme,
  test,
  WEEK,
  waitForReport,
} from './support/test'

test.beforeEach(({ page }) => setColorScheme(page, 'light'))

// The numbers are counted by hand in each report's report.test.ts.

test('a finding’s proof says what, where and who, beside the page in a wide window', async ({ page }) => {
  const harborPoint = { id: 11, name: 'Harbor Point' }
  const [finding, unanswered] = [phoneFinding(harborPoint), answersFinding(harborPoint)]
  // The fixture company is too small for a finding beyond chance; all that the proof shows of it is real.
  await page.route('**/api/insights/findings', (route) =>
    route.fulfill({ json: { findings: [finding, unanswered], hidden: [] } }),
  )
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  await page.getByRole('button', { name: `Show the proof: ${finding.sentence}` }).click()
  const proof = page.getByRole('dialog', { name: finding.sentence })
  await expect(proof.getByRole('region', { name: 'What: Phone calls' })).toContainText('Costs about $50 a month.')
  await expect(proof.getByRole('region', { name: 'Where' }).getByRole('listitem')).toContainText([
    /Harbor Point|Sunset Terrace/,
    /Harbor Point|Sunset Terrace/,
  ])
  await expect(proof.getByRole('region', { name: 'Who' }).getByRole('button', { name: /^See all \d+$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  // What the agents add to the usual 0.3 of 3 people, up to the 2 who have no answer.
  await page.getByRole('button', { name: `Show the proof: ${unanswered.sentence}` }).click()
  const parts = page.getByRole('list', { name: 'Never, Mar 8 – 14, by agent' })
  await expect(parts.getByRole('listitem')).toHaveText([
    /^As usual0$/,
    /^Ben Brook: 1 of 1, 1 more than usual\..*\+1$/,
    /^Alice Archer: 1 of 2, 1 more than usual\..*\+1$/,
    /^Now2$/,
  ])
  await page.keyboard.press('Escape')
  // Where there is room, the first proof is there without a click, and the page stays in use.
  await page.setViewportSize({ width: 2560, height: 1300 })
  await page.reload()
  await expect(proof.getByRole('region', { name: 'Who' })).toBeVisible()
  await expectAccessible(page, 'a finding’s proof beside the page')
  await expectNoHorizontalScroll(page, 'a finding’s proof beside the page')
  await proof.getByRole('button', { name: 'Close the proof' }).click()
  await expect(proof).toBeHidden()
})

test('a report tells below its answer what a finding says of its numbers', async ({ page }) => {
  const { key, sentence, link } = phoneFinding({ id: 11, name: 'Harbor Point' })
  const shown_by = [{ report: 'calls', sentence, href: link.href }]
  await page.route('**/api/insights/findings/waiting', (route) =>
    route.fulfill({ json: [{ key, report: 'calls', property_id: 11, since_text: 'since about Mar 1', shown_by }] }),
  )
  await openReport(page, `/calls?${WEEK}`)
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await expect(answer).toContainText(`${sentence} Since about Mar 1.`)
  await expectFitsEveryWidth(page, 'a finding below an answer')
  await answer.getByRole('link', { name: sentence }).click()
  await expect(page).toHaveURL(/property_ids=11/)
  await expect(answer).toContainText(sentence)
  // Of the other property there is nothing to tell, nor on a report that shows other numbers.
  await openReport(page, `/calls?${WEEK}&property_ids=12`)
  await expect(answer).not.toContainText(sentence)
  await openReport(page, `/activity?${WEEK}`)
  await expect(answer).not.toContainText(sentence)
})

test('on a phone a finding that comes after the answer is told in a line that was kept for it', async ({ page }) => {
  const { key, sentence, link } = phoneFinding({ id: 11, name: 'Harbor Point' })
  const shown_by = [{ report: 'calls', sentence, href: link.href }]
  let answered = () => {}
  const late = new Promise<void>((resolve) => {
    answered = resolve
  })
  await page.route('**/api/insights/findings/waiting', async (route) => {
    await late
    await route.fulfill({ json: [{ key, report: 'calls', property_id: 11, since_text: '', shown_by }] })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await watchShifts(page)
  await openReport(page, `/calls?${WEEK}`)
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await expect(answer).not.toContainText(sentence)
  await takeShift(page)
  answered()
  const told = answer.getByRole('link', { name: sentence })
  await expect(told).toBeVisible()
  expect(await takeShift(page)).toBeLessThan(0.02)
  expect((await measurePhone(page)).small).toEqual([])
  await told.click()
  await expect(page).toHaveURL(/property_ids=11/)
})

test('a long name stays within its finding', async ({ page }) => {
  const name = 'The Residences at Harbor Point, North Tower'
  await page.route('**/api/insights/findings', (route) =>
    route.fulfill({ json: { findings: [phoneFinding({ id: 11, name })], hidden: [], looked_at: 1615 } }),
  )
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  const finding = page.getByRole('region', { name: 'What needs you' }).getByRole('listitem').first()
  const rightOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.x + box.width : Number.NaN
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const action = finding.getByRole('button', { name: `Message ${name}` })
    await expect(action).toBeVisible()
    expect(await rightOf(action), `${width} px`).toBeLessThanOrEqual(await rightOf(finding))
  }
})

test('on a phone Insights with findings is three screens long', async ({ page }) => {
  const properties = [
    { id: 11, name: 'Harbor Point' },
    { id: 12, name: 'Sunset Terrace' },
  ]
  const findings = properties.flatMap((property) => [phoneFinding(property), answersFinding(property)])
  const wordy = findings.map((finding) => ({
    ...finding,
    who: ['Noah Bailey', 'Aubrey Hernandez'],
    since: '2026-02-15',
    since_text: 'since about Feb 15',
  }))
  await page.route('**/api/insights/findings', (route) =>
    route.fulfill({ json: { findings: wordy, hidden: [], looked_at: 1615 } }),
  )
  await page.route('**/api/welcome', (route) => route.fulfill({ json: { read: false } }))
  await page.setViewportSize({ width: 390, height: 844 })
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  await expect(page.getByRole('region', { name: 'What needs you' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'New here' })).toBeVisible()
  const { small, screens } = await measurePhone(page)
  expect(small).toEqual([])
  expect(screens).toBeLessThanOrEqual(3)
})

test('Insights greets with what needs the reader, how the week stands, what is ahead, and why', async ({ page }) => {
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  await expect(page.getByText(/^Good (morning|afternoon|evening)\. \w+, Mar 15 · 2 properties$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(
    'Nothing needs you. 6 prospects, 5 visits, and 3 leases.',
  )
  const week = regionByHeading(page, 'How the week stands')
  await expect(week.getByRole('row', { name: /^Prospects/ })).toContainText('6')
  await expect(week.getByRole('row', { name: /^Answered %/ })).toContainText('4 of 9')
  // Renewals tells of undecided leases from today to Apr 13.
  const ahead = regionByHeading(page, 'Today and tomorrow')
  await expect(ahead.getByRole('link', { name: /within 30 days, undecided$/ })).toHaveAttribute(
    'href',
    /^\/renewals\?start_date=2026-03-15&end_date=2026-04-13/,
  )
  await expect(ahead.getByRole('link')).toHaveCount(4)
  // Who waits is a list to work through, not a rate to read.
  await expect(ahead.getByRole('link', { name: /(person waits|people wait) for a call, / })).toHaveAttribute(
    'href',
    /^\/call-back/,
  )
  await week.getByRole('button', { name: 'Prospects: 6' }).click()
  await expect(page.getByRole('dialog', { name: 'Prospects' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Nine calls after one, but calls have been recorded only since the day before the last of that period.
  const changed = regionByHeading(page, 'What changed, and why')
  await changed.getByRole('heading').click()
  await expect(changed.getByText('No number shows a clear change.')).toBeVisible()
  await changed.getByText('Calls: 9, no data before Mar 6.').click()
  await expect(changed.getByRole('region', { name: 'By property: calls' }).getByRole('listitem')).toHaveText([
    'Before1',
    'Harbor Point: 5 more (1 → 6).Harbor Point+5',
    'Sunset Terrace: 3 more (0 → 3).Sunset Terrace+3',
    'Now9',
  ])
  await expectAccessible(page, 'Insights')
  await expectFitsEveryWidth(page, 'Insights')
  await changed.getByRole('link', { name: 'Sunset Terrace: 3 more (0 → 3).' }).click()
  await expect(page).toHaveURL(/property_ids=12/)
  await waitForReport(page)
  await expect(week.getByRole('row', { name: /^Prospects/ })).toContainText('2')
})

test('Insights explains itself to a newcomer, once', async ({ page }) => {
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  const steps = page.getByRole('region', { name: 'New here' })
  await expect(steps.getByRole('listitem')).toHaveText([/^What needs you comes first/, /^Every number/, /^Ask for/])
  await steps.getByRole('button', { name: 'Got it' }).click()
  await expect(steps).toBeHidden()
  await openReport(page, `/insights?view=snapshot&${WEEK}`)
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Nothing needs you.')
  await expect(steps).toBeHidden()
})
