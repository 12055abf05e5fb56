import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROLES = ['answer', 'number-l', 'number-m', 'section', 'prose', 'base', 'meta']
const TOKENS = 'packages/ui/src/theme/tokens.css'

const files = (extension: string): [string, string][] =>
  execFileSync('git', ['ls-files', 'apps/web/src', 'packages/ui/src', 'reports'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith(extension) && file !== TOKENS && existsSync(file))
    .map((file) => [file, readFileSync(file, 'utf8')])

/** The innermost rules of a style sheet: selector and declarations. */
const rulesOf = (css: string): [string, string][] =>
  [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => [selector.trim(), body])

describe('text', () => {
  it('has the size and the line of a role everywhere', () => {
    const found = files('.css').flatMap(([file, css]) =>
      rulesOf(css).flatMap(([selector, body]) => {
        const size = /font-size:\s*([^;]+);/.exec(body)?.[1]
        if (size === undefined || size === 'inherit') return []
        const role = /^var\(--ll-size-([a-z-]+)\)$/.exec(size)?.[1] ?? ''
        const fits = ROLES.includes(role) && body.includes(`line-height: var(--ll-line-${role});`)
        return fits ? [] : [`${file} ${selector}: ${size}`]
      }),
    )
    expect(found).toEqual([])
  })

  it('takes no size of its own in components', () => {
    const found = files('.tsx').flatMap(([file, code]) =>
      (code.match(/\bfz=(?:"(?!inherit|xs|sm|lg|xl)[^"]*"|\{[^}]*\})|fontSize:\s*[^,}]+/g) ?? []).map(
        (text) => `${file}: ${text}`,
      ),
    )
    expect(found).toEqual([])
  })

  it('and controls are enlarged for fingers by the theme, not against it', () => {
    const css = readFileSync(TOKENS, 'utf8')
    expect(css.split('@media (prefers-reduced-motion')[0]).not.toContain('!important')
  })
})
