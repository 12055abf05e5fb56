import { TextInput } from '@mantine/core'

const MAX_NAME_LENGTH = 120

interface Props {
  value: string
  onChange: (name: string) => void
  description?: string
}

/** The name of a saved item: the first field of its form. */
export function NameField({ value, onChange, description }: Props) {
  return (
    <TextInput
      label="Name"
      data-autofocus
      maxLength={MAX_NAME_LENGTH}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      description={description}
    />
  )
}
