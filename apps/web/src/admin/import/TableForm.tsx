import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import blocks from '../../app/blocks.module.css'
import classes from './import.module.css'
import type { FileSample } from './inspect'
import {
  type ContractEntity,
  type ContractField,
  canDerive,
  type FieldRule,
  ruleFor,
  type TableMapping,
} from './mapping'

const FIXED = '\u0000fixed'

interface Props {
  contract: ContractEntity
  sample: FileSample
  mapping: TableMapping
  properties: readonly { id: number; name: string }[]
  onChange: (mapping: TableMapping) => void
}

/** Assigns columns to fields, and the column's values to ours. */
export function TableForm({ contract, sample, mapping, properties, onChange }: Props) {
  const [added, setAdded] = useState('')
  const set = (field: string, rule: FieldRule | null) => {
    const { [field]: _, ...rest } = mapping.fields
    // In the contract's order, whichever field was added last.
    const fields = rule ? { ...mapping.fields, [field]: rule } : rest
    onChange({ ...mapping, fields })
  }
  const shown = contract.fields.filter(({ field, required }) => required || field in mapping.fields)
  const more = contract.fields.filter((field) => !shown.includes(field))
  return (
    <div className={classes.result}>
      <p className={blocks.about}>{contract.about}</p>
      <ul className={classes.fields}>
        {shown.map((field) => (
          <li key={field.field} className={classes.field}>
            <FieldForm
              field={field}
              rule={mapping.fields[field.field] ?? {}}
              sample={sample}
              properties={properties}
              onChange={(rule) => set(field.field, rule)}
              onRemove={field.required ? undefined : () => set(field.field, null)}
            />
          </li>
        ))}
      </ul>
      {more.length > 0 && (
        <div className={classes.line}>
          <NativeSelect
            aria-label="Another field"
            value={added}
            onChange={(event) => setAdded(event.currentTarget.value)}
            data={[{ value: '', label: 'Another field' }, ...more.map(({ field, label }) => ({ value: field, label }))]}
          />
          <Button
            variant="default"
            disabled={!more.some(({ field }) => field === added)}
            onClick={() => {
              set(added, {})
              setAdded('')
            }}
          >
            Add
          </Button>
        </div>
      )}
    </div>
  )
}

interface FieldProps extends Pick<Props, 'sample' | 'properties'> {
  field: ContractField
  rule: FieldRule
  onChange: (rule: FieldRule) => void
  onRemove: (() => void) | undefined
}

/** The column or value of one field, and how its cells are read. */
export function FieldForm({ field, rule, sample, properties, onChange, onRemove }: FieldProps) {
  const { field: name, label, kind, required, note } = field
  const isFixed = rule.value !== undefined
  const column = rule.column ?? rule.columns?.join(', ')
  const choices =
    name === 'property_id'
      ? properties.map(({ id, name: shown }) => ({ value: String(id), label: shown }))
      : field.values.map((value, index) => ({ value, label: field.value_labels[index] ?? value }))
  const choose = (chosen: string) => {
    if (chosen === FIXED) onChange({ value: '' })
    else onChange(chosen === '' ? {} : ruleFor(field, chosen, sample.values[chosen] ?? []))
  }
  return (
    <>
      <div className={classes.line}>
        <NativeSelect
          label={label}
          description={[required ? 'Required' : '', note].filter((word) => word !== '').join(', ') || undefined}
          value={isFixed ? FIXED : (column ?? '')}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: '', label: required ? 'Choose a column' : 'Nothing' },
            ...(column && !sample.columns.includes(column)
              ? [{ value: column, label: `${column} (not in this file)` }]
              : []),
            ...sample.columns.map((one) => ({ value: one, label: one })),
            { value: FIXED, label: 'The same for every row' },
          ]}
        />
        {isFixed && (
          <FixedValue field={field} choices={choices} value={rule.value} onChange={(value) => onChange({ value })} />
        )}
        {column && <FormatOptions field={field} rule={rule} onChange={onChange} />}
        {onRemove && (
          <Button variant="subtle" color="gray" onClick={onRemove} aria-label={`Leave ${label} out`}>
            Leave out
          </Button>
        )}
      </div>
      {column && choices.length > 0 && (kind === 'choice' || name === 'property_id') && (
        <ValueMap
          rule={rule}
          found={sample.values[column] ?? []}
          isNumber={name === 'property_id'}
          choices={choices}
          onChange={onChange}
        />
      )}
    </>
  )
}

interface FixedValueProps {
  field: ContractField
  choices: { value: string; label: string }[]
  value: unknown
  onChange: (value: unknown) => void
}

/** A value that every row gets. */
function FixedValue({ field: { field, label: name, kind }, choices, value, onChange }: FixedValueProps) {
  const label = `${name} of every row`
  if (choices.length > 0)
    return (
      <NativeSelect
        label={label}
        value={String(value)}
        onChange={({ currentTarget }) =>
          onChange(field === 'property_id' && currentTarget.value ? Number(currentTarget.value) : currentTarget.value)
        }
        data={[{ value: '', label: 'Choose' }, ...choices]}
      />
    )
  if (kind === 'boolean')
    return (
      <NativeSelect
        label={label}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? '' : currentTarget.value === 'true')}
        data={[
          { value: '', label: 'Choose' },
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
      />
    )
  const isNumber = ['id', 'whole', 'number', 'money'].includes(kind)
  return (
    <TextInput
      label={label}
      value={String(value)}
      inputMode={isNumber ? 'decimal' : 'text'}
      onChange={({ currentTarget: { value: text } }) =>
        onChange(isNumber && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text)
      }
    />
  )
}

/** How a column's cells are read, where there are several ways. */
function FormatOptions({ field: { field, kind }, rule, onChange }: Pick<FieldProps, 'field' | 'rule' | 'onChange'>) {
  if (kind === 'instant' || kind === 'date')
    return (
      <TextInput
        label="Written as"
        placeholder="ISO 8601 or 3/8/2026 2:05 PM"
        value={rule.format ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { format: _, ...rest } = rule
          onChange(value === '' ? rest : { ...rest, format: value })
        }}
      />
    )
  if (canDerive(field))
    return (
      <Switch
        className={classes.switch}
        label="Make ids from these values"
        checked={rule.derive === true}
        onChange={({ currentTarget }) => onChange({ ...rule, derive: currentTarget.checked })}
      />
    )
  if (field !== 'first_name' && field !== 'last_name') return null
  return (
    <NativeSelect
      label="Of the cell"
      value={rule.part ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const { part: _, ...rest } = rule
        onChange(value === 'first' || value === 'last' ? { ...rest, part: value } : rest)
      }}
      data={[
        { value: '', label: 'All of it' },
        { value: 'first', label: 'The first name' },
        { value: 'last', label: 'The last name' },
      ]}
    />
  )
}

interface ValueMapProps {
  rule: FieldRule
  found: readonly string[]
  isNumber: boolean
  choices: { value: string; label: string }[]
  onChange: (rule: FieldRule) => void
}

/** Their values and ours. */
function ValueMap({ rule, found, isNumber, choices, onChange }: ValueMapProps) {
  const typed = (chosen: string) => (isNumber ? Number(chosen) : chosen)
  const all = [...new Set([...found, ...Object.keys(rule.values ?? {})])]
  const set = (theirs: string, chosen: string) => {
    const { [theirs]: _, ...rest } = rule.values ?? {}
    onChange({ ...rule, values: chosen === '' ? rest : { ...rest, [theirs]: typed(chosen) } })
  }
  return (
    <div className={classes.pairs}>
      {all.map((theirs) => (
        <NativeSelect
          key={theirs}
          label={theirs}
          value={rule.values && Object.hasOwn(rule.values, theirs) ? String(rule.values[theirs]) : ''}
          onChange={({ currentTarget }) => set(theirs, currentTarget.value)}
          data={[{ value: '', label: 'Reject' }, ...choices]}
        />
      ))}
      <NativeSelect
        label="Anything else"
        value={String(rule.otherwise ?? '')}
        onChange={({ currentTarget: { value } }) => {
          const { otherwise: _, ...rest } = rule
          onChange(value === '' ? rest : { ...rest, otherwise: typed(value) })
        }}
        data={[{ value: '', label: 'Reject' }, ...choices]}
      />
    </div>
  )
}
