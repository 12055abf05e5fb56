import { TextInput, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './report.module.css'

interface Props {
  label: string
  about: string
  value: number
  max: number
  onChange: (value: number) => void
}

/** An assumed number; it counts once it is left or confirmed, and only within its limits. */
export function NumberFilter({ label, about, value, max, onChange }: Props) {
  const [text, setText] = useState(String(value))
  useEffect(() => setText(String(value)), [value])
  const commit = () => {
    const next = Number(text)
    if (text.trim() === '' || !(next >= 0 && next <= max)) setText(String(value))
    else if (next !== value) onChange(next)
  }
  return (
    <Tooltip label={about}>
      <TextInput
        className={classes.number}
        size="xs"
        inputMode="decimal"
        leftSection={label}
        leftSectionWidth="auto"
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </Tooltip>
  )
}
