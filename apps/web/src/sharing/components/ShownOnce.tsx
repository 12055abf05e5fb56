import { Button, CopyButton, TextInput } from '@mantine/core'
import classes from './form.module.css'

interface Props {
  label: string
  value: string
  /** What the button says. */
  copy: string
}

/** A secret that is shown once, with a button that copies it. */
export function ShownOnce({ label, value, copy }: Props) {
  return (
    <div className={classes.fresh} role="status">
      <TextInput
        label={label}
        description="Copy it now. It is not shown again."
        value={value}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy: run }) => (
          <Button variant="default" onClick={run}>
            {copied ? 'Copied' : copy}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
