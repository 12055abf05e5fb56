import { pluralize } from '@leaselight/model'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import classes from './findField.module.css'

interface Props {
  /** What is searched: `Find by property`. */
  label: string
  value: string
  onChange: (text: string) => void
  /** How much was found, of how much; null without a search. */
  found?: string | null
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The search field of a table or a list, with how much was found. */
export function FindField({ label, value, onChange, found = null, onKeyDown }: Props) {
  return (
    <div className={classes.find}>
      <TextInput
        type="search"
        size="xs"
        className={classes.field}
        leftSection={<IconSearch size={14} aria-hidden />}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...(onKeyDown && { onKeyDown })}
      />
      <span role="status" className={`${classes.found} ll-number`}>
        {found}
      </span>
    </div>
  )
}

/** `12 of 40 rows` */
export const foundText = (found: number, all: number, noun = 'row'): string =>
  `${found.toLocaleString('en-US')} of ${pluralize(all, noun)}`
