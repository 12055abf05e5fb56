import { type DocumentNode, type GraphQLSchema, getNamedType, TypeInfo, visit, visitWithTypeInfo } from './library'
import { Long } from './scalars'

const OWN_TYPES = ['Int', 'ID']

/**
 * Lets clients declare ids as GraphQL's own `Int` or `ID`, as most do: a variable that stands where a `Long` is expected is
 * read as one.
 */
export function withLongVariables(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const names = new Set<string>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      // A definition is no use of its variable.
      VariableDefinition: () => false,
      Variable({ name }) {
        if (getNamedType(types.getInputType())?.name === Long.name) names.add(name.value)
      },
    }),
  )
  if (names.size === 0) return document
  return visit(document, {
    VariableDefinition: (definition) =>
      names.has(definition.variable.name.value)
        ? visit(definition, {
            NamedType: (node) =>
              OWN_TYPES.includes(node.name.value) ? { ...node, name: { ...node.name, value: Long.name } } : undefined,
          })
        : undefined,
  })
}
