import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import { useAnchor } from '../floating/anchor'
import { panelOf } from '../floating/panelOf'
import classes from './page.module.css'

export interface PageHeaderProps {
  title: string
  /** The question that the page answers. */
  question?: string
  /** A button that explains the page, beside the question. */
  help?: ReactNode
  /** Where the page's numbers come from, in one line below its question; null keeps its place until they have come. */
  provenance?: readonly string[] | null
  /** Buttons on the right. */
  actions?: ReactNode
}

/** The page's title with the question it answers, where its numbers come from, and its actions. */
export function PageHeader({ title, question, help, provenance, actions }: PageHeaderProps) {
  return (
    <header className={classes.head}>
      <div className={classes.titled}>
        <h1 className={classes.title}>{title}</h1>
        {question && (
          <div className={classes.question}>
            <p>{question}</p>
            {help}
          </div>
        )}
        {provenance !== undefined && (
          <div className={classes.provenance}>
            <MutedLine items={provenance ?? []} />
          </div>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** What a page's numbers are about, above its title. */
export const PageScope = (props: { ref?: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div className={classes.scope} data-no-print {...props} />
)

/** The blocks of a page below its title, well apart, so that what belongs together can be seen. */
export const Blocks = ({ children }: { children: ReactNode }) => <div className={classes.blocks}>{children}</div>

/** What belongs together on a page, such as the answer and its numbers. */
export const Block = ({ children }: { children: ReactNode }) => <div className={classes.block}>{children}</div>

/** A muted line of facts or notes about a page. */
export function MutedLine({ items }: { items: readonly ReactNode[] }) {
  const shown = items.filter((item) => item !== null && item !== undefined && item !== false && item !== '')
  return (
    <ul className={classes.quiet}>
      {shown.map((item, index) => (
        // The line is always replaced as a whole, and its parts have no key except their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}

const SplitPanel = panelOf(() => import('./SplitPanel'))

interface SplitButtonProps {
  label: string
  icon: ReactNode
  /** The usual action; it opens a dialog. */
  onClick: () => void
  /** The label of the button that opens the menu, for screen readers. */
  menuLabel: string
  /** What the menu holds: `MenuActions`, which may be loaded when it first opens. */
  menu: ReactNode
  /** Shows only the icon. */
  compact?: boolean
}

/** The page's main action with a menu of its other forms. */
export function SplitButton({ label, icon, onClick, menuLabel, menu, compact = false }: SplitButtonProps) {
  const { anchor, button } = useAnchor('menu', SplitPanel.load, useState(false))
  return (
    <Button.Group>
      <Button
        leftSection={compact ? undefined : icon}
        className={classes.split}
        aria-haspopup="dialog"
        aria-label={compact ? label : undefined}
        data-compact={compact || undefined}
        onClick={onClick}
      >
        {compact ? icon : label}
      </Button>
      <Button {...button} className={classes.splitMenu} aria-label={menuLabel}>
        <IconChevronDown size={14} aria-hidden />
      </Button>
      <SplitPanel anchor={anchor}>{menu}</SplitPanel>
    </Button.Group>
  )
}
