import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** A text that people may read, as it stands in the code; what is put into it at run time is written as `{…}`. */
export interface ProductString {
  file: string
  line: number
  text: string
}

/** Who reads the strings of a folder, and where. The first prefix that fits decides. */
const pages: readonly (readonly [prefix: string, page: string])[] = [
  ['apps/web/src/setup', 'Screens: first start'],
  ['apps/web/src/session', 'Screens: sign-in'],
  ['apps/web/src/shell', 'Screens: navigation and scope'],
  ['apps/web/src/omnibar', 'Screens: find anything'],
  ['apps/web/src/report', 'Screens: every report'],
  ['apps/web/src/sharing', 'Screens: save, send, schedule, watch'],
  ['apps/web/src/admin', 'Screens: administration'],
  ['apps/web', 'Screens: the rest'],
  ['packages/ui', 'Screens: parts of pages'],
  ['packages/charts', 'Charts'],
  ['packages/model/src/filters', 'Filters'],
  ['packages/model/src/time', 'Dates and periods'],
  ['packages/model/src/judgement', 'Judgement'],
  ['packages/model/src/findings', 'Findings'],
  ['packages/model/src/numberWatch', 'Watches'],
  ['packages/model', 'Words that all surfaces share'],
  ['packages/engine', 'Answers and lists'],
  ['packages/files/src/mail', 'Mail'],
  ['packages/files', 'Files: CSV and PDF'],
  ['apps/api/src/sharing', 'Mail, schedules and watches: messages'],
  ['apps/api/src/findings', 'Findings: messages'],
  ['apps/api/src/commands', 'Command line'],
  ['apps/api/src/console', 'Command line'],
  ['apps/api/src/start', 'Start of the server'],
  ['apps/api/src/settings', 'Settings'],
  ['apps/api', 'API: messages and descriptions'],
  ['packages/connectors', 'Imports: messages'],
  ['packages/facts', 'Imports: messages'],
  ['packages/contract', 'Data contract'],
  ['packages/state', 'Saved things: messages'],
  ['apps/crm', 'CRM stand-in'],
  ['packages/sample', 'Sample data'],
]

/** Properties and attributes that hold text for programs. */
const codeNames =
  /^(className|class|d|style|key|type|href|to|path|role|sql|transform|points|viewBox|htmlFor|id|name|rel|accept|autoComplete|inputMode|method|kind|format|pattern|mode|use|from|select|where|join|data-\w+|aria-(live|controls|labelledby|describedby|haspopup|current|sort|orientation|activedescendant|autocomplete))$/
/** Properties and attributes that hold text for people, however short. */
const textNames =
  /^(title|label|aria-label|placeholder|alt|hint|description|answers|question|heading|message|sentence|noun|verb|one|many|word|words|text|caption|summary|empty|note|subject|legend|action|tooltip|unit)$/
/** Calls whose texts stay inside: programming errors, styles, statements and addresses. */
const innerCalls =
  /^(Error|TypeError|sql|raw|css|cx|URL|RegExp|createElement|query|exec|command|prepare|matchMedia|debug)$/

/** What holds no text of its own: types, other modules, statements. */
const skipped = /^(ImportDeclaration|ExportAllDeclaration|TaggedTemplateExpression|TS(Type|Interface|Literal|Enum)\w*)$/
/** What passes the name of its value on. */
const transparent = /^(Conditional|Logical|TSAs|TSSatisfies|Array)Expression$|^JSXExpressionContainer$/

/** Style classes, media queries and columns: no capital letter, no end of a sentence, and signs that words lack. */
const isCode = (text: string): boolean =>
  /^[^A-Z]*[\w)]$/.test(text) && /[\w)][-:/[(_]\w|^[\w ]+(?:, [\w ]+)+$/.test(text.replaceAll(/\{[^}]*\}/g, ''))
const statements =
  /\b(SELECT|FROM|WHERE|JOIN|GROUP BY|ORDER BY|ALTER|CREATE|INSERT|UPDATE|DELETE|LIMIT|ARRAY|PARTITION|ENGINE)\b/

const isProse = (text: string): boolean =>
  /[A-Za-z]{2}/.test(text) &&
  /[A-Za-z,.…)}]\s+[A-Za-z{(]/.test(text) &&
  !statements.test(text) &&
  !/^[a-z][\w-]*[:=]/.test(text) &&
  !isCode(text)

interface Node {
  type: string
  start: number
  [property: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The name that an expression goes by, as a person would say it: `count` of `props.count`. */
const placeholder = (source: string, node: Node): string => {
  const code = source.slice(node.start, node.end as number)
  return `{${/^[\w.$?]+(\([^()]{0,20}\))?$/.test(code) ? code.replace(/^.*\.(\w+\()/, '$1') : '…'}}`
}

/** The name of a property, or of what is called. */
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  return isNode(node.property) ? nameOf(node.property) : String(node.name ?? node.value ?? '')
}

function templateText(source: string, node: Node): string {
  const quasis = node.quasis as { value: { cooked: string } }[]
  const expressions = node.expressions as Node[]
  const inserted = expressions.map((expression) => placeholder(source, expression))
  return quasis.map(({ value }, index) => value.cooked + (inserted[index] ?? '')).join('')
}

function markupText(source: string, child: Node): string {
  if (child.type === 'JSXText') return String(child.value)
  if (child.type !== 'JSXExpressionContainer') return ' '
  const inner = child.expression as Node
  return inner.type === 'Literal' ? String(inner.value) : placeholder(source, inner)
}

/** Collects the texts of one source file. */
function stringsOfFile(file: string, source: string): ProductString[] {
  const found: ProductString[] = []
  const add = (node: Node, text: string) => {
    const tidy = text
      .replaceAll(/<[^>]*>|&\w+;/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (/[A-Za-z]/.test(tidy)) found.push({ file, line: source.slice(0, node.start).split('\n').length, text: tidy })
  }
  const walkAll = (value: unknown, name?: string): void => {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, name)
  }
  const walkParts = (node: Node, name?: string): void => {
    for (const [part, value] of Object.entries(node)) if (!/^(parent|type\w+)$/.test(part)) walkAll(value, name)
  }
  const addText = (node: Node, text: string, name?: string): void => {
    if (isProse(text) || (name && textNames.test(name))) add(node, text)
  }
  const walkMarkup = (node: Node): void => {
    const children = node.children as Node[]
    const isText = ({ type, value }: Node) => type === 'JSXText' && /[A-Za-z]/.test(value as string)
    if (children.some(isText)) add(node, children.map((child) => markupText(source, child)).join(''))
    walkAll(children.filter(({ type }) => type !== 'JSXText'))
    walkAll(node.openingElement)
  }
  const walkNamed = (node: Node, name: string, value: unknown): void => {
    if (!codeNames.test(name)) walkAll(value, name)
    if (node.computed) walkAll(node.key)
  }
  const visitors: Readonly<Record<string, (node: Node, name?: string) => void>> = {
    JSXElement: walkMarkup,
    JSXFragment: walkMarkup,
    JSXAttribute: (node) => walkNamed(node, String((node.name as Node).name), node.value),
    Property: (node) => walkNamed(node, nameOf(node.key), node.value),
    CallExpression: (node) => innerCalls.test(nameOf(node.callee)) || walkParts(node),
    NewExpression: (node) => innerCalls.test(nameOf(node.callee)) || walkParts(node),
    Literal: (node, name) => typeof node.value === 'string' && addText(node, node.value, name),
    TemplateLiteral: (node, name) => {
      addText(node, templateText(source, node), name)
      walkParts(node)
    },
  }
  const walk = (node: Node, name?: string): void => {
    if (skipped.test(node.type)) return
    const visit = visitors[node.type]
    if (visit) visit(node, name)
    else walkParts(node, transparent.test(node.type) ? name : undefined)
  }
  // The parser's own types describe each node apart; the walk needs only what all of them share.
  walk(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  return found
}

const ownCode = /(\.test\.tsx?|\/testing[./].*|testing\w*\.ts|\/fixture\/.*|\.d\.ts)$/

/** Every text of the product, in the order of its files. */
export function productStrings(): ProductString[] {
  const files = execFileSync('git', ['ls-files', 'apps', 'packages', 'reports'], { encoding: 'utf8' }).split('\n')
  return files
    .filter((file) => /\.tsx?$/.test(file) && !ownCode.test(file))
    .flatMap((file) => stringsOfFile(file, readFileSync(file, 'utf8')))
}

/** Where people meet the strings of a file. A report's are on its own page. */
export function pageOf(file: string): string {
  const report = /^reports\/([^/]+)\//.exec(file)?.[1]
  if (report) return `Report: ${report}`
  return pages.find(([prefix]) => file.startsWith(prefix))?.[1] ?? 'Every report'
}
