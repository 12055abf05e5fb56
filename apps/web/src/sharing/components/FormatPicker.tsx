import { Checkbox } from '@mantine/core'
import type { FileFormat } from '../types'
import classes from './form.module.css'

interface Props {
  value: readonly FileFormat[]
  onChange: (formats: FileFormat[]) => void
}

const formats: readonly FileFormat[] = ['pdf', 'csv']

/** Which files are attached to a mail. Without any, it has the headline numbers and the link. */
export function FormatPicker({ value, onChange }: Props) {
  return (
    <fieldset className={classes.formats}>
      <legend>Attach</legend>
      {formats.map((format) => (
        <Checkbox
          key={format}
          size="xs"
          label={format.toUpperCase()}
          checked={value.includes(format)}
          onChange={({ currentTarget }) =>
            onChange(formats.filter((item) => (item === format ? currentTarget.checked : value.includes(item))))
          }
        />
      ))}
    </fieldset>
  )
}
