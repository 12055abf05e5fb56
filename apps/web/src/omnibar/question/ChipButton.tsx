import { Menu } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { Chip } from './chip'
import classes from './question.module.css'
import type { Question } from './types'

interface Props {
  chip: Chip
  /** Whether Tab reaches it: one chip at a time, the arrows reach the others. */
  isReachable: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onChange: (question: Question) => void
}

/** One part of a question, with a menu of what it could be instead. */
export function ChipButton({ chip, isReachable, onFocus, onKeyDown, onChange }: Props) {
  const { name, label, hint, isAssumed, misfit, choices, without } = chip
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button
          type="button"
          data-chip
          data-assumed={isAssumed || undefined}
          data-misfit={misfit ?? undefined}
          className={`${classes.chip} ll-focus`}
          tabIndex={isReachable ? 0 : -1}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          {misfit && <IconAlertTriangle size={14} stroke={1.5} aria-hidden />}
          <span className="ll-spoken">{name}: </span>
          <span className={classes.value}>{label}</span>
          {hint && <span className={classes.hint}>{hint}</span>}
          {isAssumed && <span className="ll-spoken">, not in your words</span>}
          {misfit && <span className="ll-spoken">, left out</span>}
          <IconChevronDown size={14} className={classes.chevron} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {choices.length > 0 && <Menu.Label>Change to</Menu.Label>}
        {choices.map(({ label: other, hint: where, question }) => (
          <Menu.Item key={`${other} ${where ?? ''}`} onClick={() => onChange(question)}>
            {other}
            {where && <span className={classes.where}>{where}</span>}
          </Menu.Item>
        ))}
        {choices.length > 0 && without && <Menu.Divider />}
        {without ? (
          <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={() => onChange(without)}>
            Remove
          </Menu.Item>
        ) : (
          choices.length === 0 && <Menu.Label>Nothing else to choose</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
