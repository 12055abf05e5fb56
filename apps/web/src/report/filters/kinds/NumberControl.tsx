import type { NumberFilter } from '@leaselight/model'
import type { ControlProps } from './props'
import { TypedInput } from './TypedInput'

/** How a number is typed: the unit beside its label, and how many of it are one. */
const units = { percent: { sign: '%', factor: 100 }, money: { sign: '$', factor: 1 } } as const

/** A number between two limits. */
export function NumberControl({ definition, value, onChange }: ControlProps<NumberFilter, number>) {
  const { label, description, min, max, format } = definition
  const { sign, factor } = units[format]
  return (
    <TypedInput
      label={`${label} (${sign})`}
      about={description}
      value={value * factor}
      parse={(text) => {
        const typed = Number(text)
        return text.trim() !== '' && typed >= min * factor && typed <= max * factor ? typed : undefined
      }}
      onChange={(typed) => onChange(typed / factor)}
    />
  )
}
