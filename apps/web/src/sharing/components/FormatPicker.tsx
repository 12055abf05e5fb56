import { type FileFormat, fileFormatNames } from '@leaselight/model'
import { Checkbox } from '@mantine/core'
import classes from './form.module.css'

interface Props {
  /** The files that can be attached. */
  offered: readonly FileFormat[]
  value: readonly FileFormat[]
  onChange: (formats: FileFormat[]) => void
}

/** Which files are attached to a mail. Without any, it has the headline numbers and the link. */
export function FormatPicker({ offered, value, onChange }: Props) {
  return (
    <fieldset className={classes.formats}>
      <legend>Attach</legend>
      {offered.map((format) => (
        <Checkbox
          key={format}
          size="xs"
          label={fileFormatNames[format]}
          checked={value.includes(format)}
          onChange={({ currentTarget }) =>
            onChange(offered.filter((item) => (item === format ? currentTarget.checked : value.includes(item))))
          }
        />
      ))}
    </fieldset>
  )
}
