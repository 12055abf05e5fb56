import { Button, Switch } from '@mantine/core'
import { Hint } from '../floating/Hint'
import { FilterShell } from './FilterShell'
import classes from './filters.module.css'
import { LazyOptionList } from './LazyOptionList'
import panel from './options.module.css'
import { describeSelection, type Option, toggleOption } from './selection'
import { useDraft } from './useDraft'

const SEARCH_FROM = 9

interface OptionProps<T> {
  label: string
  options: readonly Option<T>[]
}

export interface ChoiceFilterProps<T> extends OptionProps<T> {
  value: T
  /** The report's initial value; any other is shown as set. */
  initial?: T
  onChange: (value: T) => void
}

/** Chooses one of several. */
export function ChoiceFilter<T extends string | number>(props: ChoiceFilterProps<T>) {
  const { label, options, value, initial, onChange } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <FilterShell
      label={label}
      value={chosen?.label ?? 'Choose one'}
      set={initial !== undefined && value !== initial}
      width={240}
    >
      {(close) => (
        <LazyOptionList
          options={options}
          selected={new Set([value])}
          label={label}
          searchable={options.length >= SEARCH_FROM}
          onPick={(picked) => {
            onChange(picked)
            close()
          }}
        />
      )}
    </FilterShell>
  )
}

export interface MultiFilterProps<T> extends OptionProps<T> {
  /** An empty array means all. */
  value: readonly T[]
  onChange: (value: T[]) => void
  /** The text shown when nothing is chosen. */
  allLabel?: string
}

/** Chooses several of many; none means all. */
export function MultiFilter<T extends string | number>(props: MultiFilterProps<T>) {
  const { label, options, value, onChange, allLabel = 'All' } = props
  const draft = useDraft<readonly T[]>(value, (next) => onChange([...next]))
  const labels = new Map(options.map((option) => [option.value, option.label]))
  return (
    <FilterShell
      label={label}
      value={describeSelection(
        value.map((one) => labels.get(one) ?? String(one)),
        allLabel,
      )}
      set={value.length > 0}
      onLeave={draft.commit}
      onCancel={draft.cancel}
    >
      {(close) => (
        <div>
          <LazyOptionList
            options={options}
            selected={new Set(draft.value)}
            label={label}
            multiple
            searchable={options.length >= SEARCH_FROM}
            onPick={(picked) => draft.edit(toggleOption(draft.value, picked))}
          />
          <div className={panel.foot}>
            <span role="status" className="ll-number">
              {draft.value.length === 0 ? allLabel : `${draft.value.length} of ${options.length}`}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={draft.value.length === 0}
              onClick={() => draft.edit([])}
            >
              {allLabel}
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

export interface ToggleFilterProps {
  label: string
  /** A one-sentence description of the setting. */
  description?: string
  value: boolean
  onChange: (value: boolean) => void
}

/** On or off. */
export function ToggleFilter({ label, description, value, onChange }: ToggleFilterProps) {
  const control = (
    <Switch
      className={classes.toggle}
      size="xs"
      label={label}
      checked={value}
      data-set={value || undefined}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
  return description ? <Hint label={description}>{control}</Hint> : control
}
