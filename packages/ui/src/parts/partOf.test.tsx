import { lazy, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Part, partOf } from './partOf'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const load = async () => ({ default: Greeting })

/** What is drawn in one go, without waiting for anything. */
const drawn = (Greets: Part<{ name: string }> | ReturnType<typeof lazy<typeof Greeting>>) =>
  renderToStaticMarkup(
    <Suspense fallback={<p>Loading</p>}>
      <Greets name="Ada" />
    </Suspense>,
  )

/** Until what has been promised is here. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a part that has come is drawn at once', async () => {
  const Part = partOf(load)
  Part.fetch()
  await settled()
  expect(drawn(Part)).toBe('<p>Hello Ada</p>')
})

test('a part that has not come has its place taken, and comes by being drawn', async () => {
  const Part = partOf(load)
  expect(drawn(Part)).toBe('<p>Loading</p>')
  await settled()
  expect(drawn(Part)).toBe('<p>Hello Ada</p>')
})

test('a part that could not be fetched ahead is tried again where it is drawn', async () => {
  let tries = 0
  const Part = partOf(async () => {
    tries += 1
    if (tries === 1) throw new Error('offline')
    return { default: Greeting }
  })
  Part.fetch()
  await settled()
  expect(drawn(Part)).toBe('<p>Loading</p>')
  await settled()
  expect(drawn(Part)).toBe('<p>Hello Ada</p>')
})

test('what React loads by itself is waited for even when it is here', async () => {
  const fetched = load()
  await fetched
  expect(drawn(lazy(() => fetched))).toBe('<p>Loading</p>')
})

test('all code that is fetched ahead is a part', () => {
  const sources = import.meta.glob<string>(
    ['../**/*.tsx', '../../../../apps/web/src/**/*.{ts,tsx}', '../../../../reports/**/*.{ts,tsx}'],
    { query: '?raw', import: 'default', eager: true },
  )
  // What `lazy` itself imports nothing else can fetch before it is drawn.
  const others = Object.entries(sources).filter(([, text]) => /\blazy\((?!\s*(async )?\(\) =>)/.test(text))
  expect(others.map(([path]) => path)).toEqual(['./partOf.tsx'])
})
