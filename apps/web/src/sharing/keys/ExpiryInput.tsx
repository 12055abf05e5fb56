import { NativeSelect } from '@mantine/core'

const lives = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

/** When a key or a link stops working. */
export function ExpiryInput({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  return (
    <NativeSelect
      label="Expires"
      data={lives}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  )
}
