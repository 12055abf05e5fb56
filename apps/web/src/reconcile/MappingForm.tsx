import { NativeSelect, SegmentedControl } from '@mantine/core'
import classes from './reconcile.module.css'
import type { BoxscoreForm, BoxscoreMapping, FilePreview } from './types'

interface Props {
  preview: FilePreview
  disabled: boolean
  onForm: (form: BoxscoreForm) => void
  onChange: (mapping: BoxscoreMapping) => void
}

const forms: { value: BoxscoreForm; label: string }[] = [
  { value: 'columns', label: 'One property per row' },
  { value: 'rows', label: 'One number per row' },
  { value: 'records', label: 'One record per row' },
]

/** The columns that name a record, as a form shows them. */
const fields: readonly (readonly [key: string, label: string])[] = [
  ['day', 'Date'],
  ['id', 'Id'],
  ['name', 'Full name'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['unit', 'Unit'],
  ['source', 'Source'],
]

const NONE = ''

/** How a file is read: which column is what, and whose words are ours. */
export function MappingForm({ preview, disabled, onForm, onChange }: Props) {
  const { mapping, columns, properties, lines, community_names: communities, words } = preview
  const named = [...new Set(columns)].filter((name) => name !== '').map((name) => ({ value: name, label: name }))
  const none = (label: string) => ({ value: NONE, label })
  const set = (change: Partial<BoxscoreMapping>) => onChange({ ...mapping, ...change })
  const ours = properties.map(({ id, name }) => ({ value: String(id), label: name }))
  const lineChoices = lines.map(({ key, label }) => ({ value: key, label }))
  const setIn = <T,>(all: Record<string, T>, name: string, value: T | null): Record<string, T> => {
    const { [name]: _, ...rest } = all
    return value === null ? rest : { ...rest, [name]: value }
  }
  return (
    <div className={classes.mapping}>
      <SegmentedControl
        aria-label="What a row of the file is"
        data={forms}
        value={mapping.form}
        disabled={disabled}
        onChange={(form) => onForm(form as BoxscoreForm)}
      />
      <div className={classes.pairs}>
        <NativeSelect
          label="Property"
          value={mapping.property ?? NONE}
          onChange={({ currentTarget: { value } }) => set({ property: value || null })}
          data={[none('The same for every row'), ...named]}
        />
        {mapping.property === null && (
          <NativeSelect
            label="Property of every row"
            value={String(mapping.only ?? NONE)}
            onChange={({ currentTarget: { value } }) => set({ only: value ? Number(value) : null })}
            data={[none('Choose a property'), ...ours]}
          />
        )}
        {mapping.form !== 'columns' && (
          <NativeSelect
            label="Line"
            value={mapping.line ?? NONE}
            onChange={({ currentTarget: { value } }) => set({ line: value || null })}
            data={[none(mapping.form === 'records' ? 'The same for every row' : 'Choose a column'), ...named]}
          />
        )}
        {mapping.form === 'records' && mapping.line === null && (
          <NativeSelect
            label="Every row is one of"
            value={mapping.every ?? NONE}
            onChange={({ currentTarget: { value } }) => set({ every: value || null })}
            data={[none('Choose a line'), ...lineChoices]}
          />
        )}
        {mapping.form === 'rows' && (
          <NativeSelect
            label="Number"
            value={mapping.count ?? NONE}
            onChange={({ currentTarget: { value } }) => set({ count: value || null })}
            data={[none('Choose a column'), ...named]}
          />
        )}
        {mapping.form === 'records' &&
          fields.map(([key, label]) => (
            <NativeSelect
              key={key}
              label={label}
              value={mapping.fields[key] ?? NONE}
              onChange={({ currentTarget: { value } }) => set({ fields: setIn(mapping.fields, key, value || null) })}
              data={[none('None'), ...named]}
            />
          ))}
      </div>
      {mapping.property !== null && communities.length > 0 && (
        <fieldset className={classes.group}>
          <legend>Their properties</legend>
          <div className={classes.pairs}>
            {communities.map((name) => (
              <NativeSelect
                key={name}
                label={name}
                value={String(mapping.communities[name] ?? NONE)}
                onChange={({ currentTarget: { value } }) =>
                  set({ communities: setIn(mapping.communities, name, value ? Number(value) : null) })
                }
                data={[none('Leave out'), ...ours]}
              />
            ))}
          </div>
        </fieldset>
      )}
      {words.length > 0 && (
        <fieldset className={classes.group}>
          <legend>Their lines</legend>
          <div className={classes.pairs}>
            {words.map((word) => (
              <NativeSelect
                key={word}
                label={word}
                value={mapping.lines[word] ?? NONE}
                onChange={({ currentTarget: { value } }) => set({ lines: setIn(mapping.lines, word, value || null) })}
                data={[none('Leave out'), ...lineChoices]}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
