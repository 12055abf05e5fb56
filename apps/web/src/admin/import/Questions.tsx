import { NativeSelect } from '@mantine/core'
import blocks from '../../app/blocks.module.css'
import classes from './import.module.css'
import type { FileSample } from './inspect'
import { answerOf, type ContractEntity, type Question, setRule, type TableMapping, withAnswer } from './mapping'
import { FieldForm } from './TableForm'

interface Props {
  questions: readonly Question[]
  contract: ContractEntity
  sample: FileSample
  mapping: TableMapping
  properties: readonly { id: number; name: string }[]
  onChange: (mapping: TableMapping) => void
}

/** What the table doesn't say: properties and stages by other names, missing columns, days before or after months. */
export function Questions({ questions, contract, sample, mapping, properties, onChange }: Props) {
  if (questions.length === 0) return null
  return (
    <fieldset className={classes.group}>
      <legend>{questions.length === 1 ? 'One question' : `${questions.length} questions`}</legend>
      <p className={blocks.about}>The rest was recognized. Rows without an answer are rejected.</p>
      <ul className={classes.fields}>
        {questions.map((question) => {
          const field = contract.fields.find((one) => one.field === question.field)
          if (!field) return null
          const rule = mapping.fields[field.field] ?? {}
          if (question.kind === 'field')
            return (
              <li key={question.field} className={classes.field}>
                <FieldForm
                  field={field}
                  rule={rule}
                  sample={sample}
                  properties={properties}
                  onChange={(next) => onChange(setRule(mapping, field.field, next))}
                  onRemove={undefined}
                />
              </li>
            )
          if (question.kind === 'dates')
            return (
              <li key={question.field} className={classes.field}>
                <NativeSelect
                  className={classes.question}
                  label={`How is ${question.value} in “${question.column}” written?`}
                  value={rule.format ?? ''}
                  onChange={({ currentTarget: { value } }) => {
                    const { format: _, ...rest } = rule
                    onChange(setRule(mapping, field.field, value === '' ? rest : { ...rest, format: value }))
                  }}
                  data={[
                    { value: question.format ?? '', label: 'Month first' },
                    { value: question.other, label: 'Day first' },
                  ]}
                />
              </li>
            )
          const choices =
            field.field === 'property_id'
              ? properties.map(({ id, name }) => ({ value: String(id), label: name }))
              : field.values.map((value, index) => ({ value, label: field.value_labels[index] ?? value }))
          return (
            <li key={`${question.field} ${question.value}`} className={classes.field}>
              <NativeSelect
                className={classes.question}
                label={`${field.label}: what is “${question.value}”?`}
                value={answerOf(mapping, question)}
                onChange={({ currentTarget: { value } }) => onChange(withAnswer(mapping, question, value))}
                data={[{ value: '', label: 'Choose' }, ...choices, { value: 'skip', label: 'Skip these rows' }]}
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
