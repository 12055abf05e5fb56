export { type Entity, type EntityName, entities, entityNames, entityOf, type Field, isEntityName } from './entities'
export { isStorableDate, parseInstant } from './instants'
export { type ContractField, contractFields, MAX_TEXT, recordSchema } from './schema'
