import { Hint } from '@leaselight/ui'
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from '../../report.module.css'

interface Props<T extends string | number> {
  label: string
  about: string
  value: T
  /** The value of what was typed, or undefined when it is none. */
  parse: (text: string) => T | undefined
  onChange: (value: T) => void
}

/** Something to type; it counts once it is left or confirmed, and only when it can be read. */
export function TypedInput<T extends string | number>({ label, about, value, parse, onChange }: Props<T>) {
  const [text, setText] = useState(String(value))
  useEffect(() => setText(String(value)), [value])
  const commit = () => {
    const next = parse(text)
    if (next === undefined) setText(String(value))
    else if (next !== value) onChange(next)
  }
  return (
    <Hint label={about}>
      <TextInput
        className={typeof value === 'number' ? classes.number : classes.words}
        size="xs"
        inputMode={typeof value === 'number' ? 'decimal' : 'search'}
        leftSection={label}
        leftSectionWidth="auto"
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </Hint>
  )
}
