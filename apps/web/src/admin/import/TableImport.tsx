import { NativeSelect } from '@mantine/core'
import blocks from '../../app/blocks.module.css'
import classes from './import.module.css'
import type { FileSample } from './inspect'
import { type ContractEntity, missingFieldsMessage, type Question, type TableMapping } from './mapping'
import { Questions } from './Questions'
import { TableForm } from './TableForm'
import { TablePreview } from './TablePreview'

interface Props {
  file: File
  sample: FileSample
  entities: readonly ContractEntity[]
  contract: ContractEntity
  mapping: TableMapping
  questions: readonly Question[]
  /** Fields that are the same in every row because the table doesn't say. */
  assumed: readonly string[]
  properties: readonly { id: number; name: string }[]
  onEntity: (entity: string) => void
  onChange: (mapping: TableMapping) => void
}

/** A table: what was recognized, what is asked, the first rows, and every column on demand. */
export function TableImport({ entities, contract, mapping, questions, assumed, onEntity, ...props }: Props) {
  const { file, properties, onChange } = props
  const assumptions = assumed.flatMap((field) => assumptionOf(contract, mapping, field))
  return (
    <>
      <NativeSelect
        className={classes.entity}
        label="What is in a row?"
        value={contract.entity}
        onChange={({ currentTarget: { value } }) => onEntity(value)}
        data={entities.map(({ entity, label }) => ({ value: entity, label }))}
      />
      <Questions questions={questions} contract={contract} mapping={mapping} {...props} />
      {missingFieldsMessage(mapping, contract) === null && (
        <TablePreview file={file} contract={contract} mapping={mapping} properties={properties} />
      )}
      {assumptions.length > 0 && (
        <p className={blocks.about}>The file doesn’t say these, so every row gets: {assumptions.join(', ')}.</p>
      )}
      <details className={classes.details}>
        <summary>All columns</summary>
        <TableForm contract={contract} mapping={mapping} {...props} onChange={onChange} />
      </details>
    </>
  )
}

/** `Stage: New`; nothing for ids, which are made from other columns. */
function assumptionOf(contract: ContractEntity, mapping: TableMapping, name: string): string[] {
  const field = contract.fields.find((one) => one.field === name)
  const value = mapping.fields[name]?.value
  if (!field || typeof value !== 'string') return []
  return [`${field.label}: ${field.value_labels[field.values.indexOf(value)] ?? value}`]
}
