export {
  brokenOrders,
  type Entity,
  type EntityName,
  entities,
  entityNames,
  entityOf,
  type Field,
  fieldOf,
  type Gap,
  gapsIn,
  isEntityName,
  type Order,
} from './entities'
export {
  type Annotations,
  type AnyRecord,
  annotationNames,
  type Banner,
  type ListedField,
  type OfficeHours,
  type RecordOf,
  type RecordsByEntity,
  type Utterance,
  type ValueOf,
} from './entities/records'
export { exampleRecord } from './example'
export { isStorableDate, parseInstant } from './instants'
export { type ContractField, contractFields, MAX_TEXT, recordSchema } from './schema'
