// The package ships no types; these are the parts the test of the schema uses.
declare module 'graphql-schema-linter' {
  interface Schema {
    definition: string
    sourceMap: { getOriginalPathForLine: (line: number) => string }
  }
  interface Rule {
    name: string
  }
  class Configuration {
    constructor(schema: Schema, options?: { except?: readonly string[] })
    getRules(): Rule[]
    /** Mistakes of the configuration itself, such as an unknown rule. */
    validate(): { message: string }[]
  }
  export const configuration: { Configuration: typeof Configuration }
  export const validator: {
    validateSchemaDefinition(schema: Schema, rules: Rule[], configuration: Configuration): { message: string }[]
  }
}
