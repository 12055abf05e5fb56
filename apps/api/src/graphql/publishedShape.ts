import { createHash } from 'node:crypto'
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isSpecifiedScalarType,
} from './library'

/** A part of a type that queries may name: a field with its type, an argument, an enum value. */
interface Member {
  code: string
  /** Whether every query that uses the type must contain it. */
  isRequired: boolean
  /** The code of the field that an argument belongs to: what a new field requires breaks no query. */
  of?: string
}

const CODE_LENGTH = 3

/**
 * The shape of a schema as short text, one line per type: its name, then a code of three characters per member.
 * Descriptions aren't included. The codes show whether a member still exists; a list of names and types would be five
 * times as long.
 */
export function describeShape(schema: GraphQLSchema): string {
  const lines = typesOf(schema).map((type) => `${type.name} ${codesOf(type).sort().join('')}`)
  return `${lines.sort().join('\n')}\n`
}

/**
 * What would break queries written for a published shape: a sentence per type. New types, fields, and optional
 * arguments break none.
 */
export function breakingChanges(published: string, schema: GraphQLSchema): string[] {
  const types = new Map(typesOf(schema).map((type) => [type.name, type]))
  return published
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [name = '', codes = ''] = line.split(' ')
      const type = types.get(name)
      return type ? changesOf(type, new Set(codes.match(/.{3}/g))) : [`${name} is gone.`]
    })
}

function changesOf(type: GraphQLNamedType, published: ReadonlySet<string>): string[] {
  const members = membersOf(type)
  const codes = new Set(codesOf(type))
  const lost = [...published].filter((code) => !codes.has(code)).length
  const required = [...members].filter(
    ([, { code, isRequired, of }]) => isRequired && !published.has(code) && (of === undefined || published.has(of)),
  )
  return [
    ...(lost > 0 ? [`${type.name} lost or changed ${lost} of its ${published.size} published members.`] : []),
    ...required.map(([name]) => `${type.name} now requires ${name}.`),
  ]
}

const typesOf = (schema: GraphQLSchema): GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))

const codesOf = (type: GraphQLNamedType): string[] => [...membersOf(type).values()].map(({ code }) => code)

function membersOf(type: GraphQLNamedType): Map<string, Member> {
  if (isEnumType(type)) return new Map(type.getValues().map(({ name }) => [name, member(name)]))
  if (isInputObjectType(type))
    return new Map(
      Object.values(type.getFields()).map((field) => [
        field.name,
        member(`${field.name}: ${field.type}`, isRequiredInputField(field)),
      ]),
    )
  if (!isObjectType(type) && !isInterfaceType(type)) return new Map()
  return new Map(
    Object.values(type.getFields()).flatMap((field): [string, Member][] => {
      const own = member(`${field.name}: ${field.type}`)
      return [
        [field.name, own],
        ...field.args.map((arg): [string, Member] => [
          `${field.name}(${arg.name})`,
          { ...member(`${field.name}(${arg.name}: ${arg.type})`, isRequiredArgument(arg)), of: own.code },
        ]),
      ]
    }),
  )
}

const member = (signature: string, isRequired = false): Member => ({
  code: createHash('sha256').update(signature).digest('base64url').slice(0, CODE_LENGTH),
  isRequired,
})
