import { TextInput } from '@mantine/core'

const MAX_NAME_LENGTH = 120

interface Props {
  value: string
  onChange: (name: string) => void
  description?: string
}

/** What something that is kept is called: where its form begins. */
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
