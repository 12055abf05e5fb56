import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useMemo } from 'react'
import { FilterShell } from './FilterShell'
import { LazyOptionList } from './LazyOptionList'
import classes from './options.module.css'
import {
  ALL_PROPERTIES,
  attributeGroups,
  chosenProperties,
  describeCount,
  describeSelection,
  type PropertyOption,
  toggleGroup,
  toggleOption,
} from './selection'
import { useDraft } from './useDraft'

export interface PropertyPickerProps {
  /** The properties that the user may see, by name. */
  properties: readonly PropertyOption[]
  /** The chosen ids; empty or -1 means all. */
  value: readonly number[]
  /** Receives the chosen ids; empty when all are chosen. */
  onChange: (ids: number[]) => void
  label?: string
}

/** Chooses properties: by search, individually, by attribute, or all. */
export function PropertyPicker({ properties, value, onChange, label = 'Properties' }: PropertyPickerProps) {
  const draft = useDraft<number[]>(chosenProperties(value), onChange)
  const groups = useMemo(() => attributeGroups(properties), [properties])
  const options = useMemo(() => properties.map(({ id, name }) => ({ value: id, label: name })), [properties])
  const names = useMemo(() => new Map(properties.map(({ id, name }) => [id, name])), [properties])
  const chosen = new Set(draft.value)
  return (
    <FilterShell
      label={label}
      value={describeSelection(
        chosenProperties(value).map((id) => names.get(id) ?? 'N/A'),
        'All properties',
      )}
      set={chosenProperties(value).length > 0}
      icon={<IconBuilding size={14} aria-hidden />}
      clear={{ label: 'Show all properties', onClear: () => onChange([]) }}
      width={340}
      onLeave={draft.commit}
      onCancel={draft.cancel}
    >
      {(close) => (
        <div>
          <LazyOptionList
            options={options}
            selected={chosen}
            label={label}
            multiple
            searchable
            onPick={(id) => draft.edit(toggleOption(draft.value, id))}
          />
          {groups.length > 0 && (
            <fieldset className={classes.groups}>
              <legend>By attribute</legend>
              {groups.map((group) => (
                <button
                  key={`${group.key}:${group.value}`}
                  type="button"
                  className={`${classes.group} ll-focus`}
                  aria-pressed={group.ids.every((id) => chosen.has(id))}
                  onClick={() => draft.edit(toggleGroup(draft.value, group.ids))}
                >
                  <span className={classes.groupKey}>{group.key}</span> {group.value}
                  <span className="ll-number"> {group.ids.length}</span>
                </button>
              ))}
            </fieldset>
          )}
          <div className={classes.foot}>
            <span role="status" className="ll-number">
              {describeCount(draft.value.length, properties.length)}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={draft.value.length === 0}
              onClick={() => draft.edit([])}
            >
              All properties
            </Button>
            <Button size="compact-sm" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      )}
    </FilterShell>
  )
}

export interface SinglePropertyPickerProps {
  properties: readonly PropertyOption[]
  /** The chosen id; -1 means all. */
  value: number
  onChange: (id: number) => void
  label?: string
}

/** Chooses one property. */
export function SinglePropertyPicker({ properties, value, onChange, label = 'Property' }: SinglePropertyPickerProps) {
  const options = useMemo(
    () => [
      { value: ALL_PROPERTIES, label: 'All properties' },
      ...properties.map(({ id, name }) => ({ value: id, label: name })),
    ],
    [properties],
  )
  const name = options.find((option) => option.value === value)?.label
  return (
    <FilterShell
      label={label}
      value={name ?? 'N/A'}
      set={value !== ALL_PROPERTIES}
      icon={<IconBuilding size={14} aria-hidden />}
      width={320}
    >
      {(close) => (
        <LazyOptionList
          options={options}
          selected={new Set([value])}
          label={label}
          searchable
          onPick={(id) => {
            onChange(id)
            close()
          }}
        />
      )}
    </FilterShell>
  )
}
