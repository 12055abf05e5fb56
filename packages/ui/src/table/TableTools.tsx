import type { TableColumn } from '@leaselight/model'
import { Button, Switch } from '@mantine/core'
import { IconCheck, IconColumns3, IconCopy } from '@tabler/icons-react'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useAnchor } from '../floating/anchor'
import { panelOf } from '../floating/panelOf'
import { FindField, foundText } from '../parts/FindField'
import classes from './tools.module.css'

const ColumnPanel = panelOf(() => import('./ColumnPanel'))

interface Props {
  columns: readonly TableColumn[]
  /** What a row is, for the search label; null in a list of records, where all text is searched. */
  rowName: string | null
  /** The key is drawn before what it finds. */
  onSearch: (text: string) => void
  /** How many rows match, of how many; null without a search. */
  found: { shown: number; all: number } | null
  hidden: ReadonlySet<string>
  onHidden?: ((keys: string[]) => void) | undefined
  comparing: boolean
  onComparing?: ((on: boolean) => void) | undefined
  copy: () => Promise<string>
  /** What the rows stand for. */
  grouping?: ReactNode
}

/** Above the table: what rows stand for, search, compare, choose columns, copy. */
export function TableTools({ rowName, onSearch, found, comparing, onComparing, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const search = (text: string) => {
    setTyped(text)
    startTransition(() => onSearch(text))
  }
  const label = rowName === null ? 'Find in the list' : `Find by ${rowName.toLowerCase()}`
  return (
    <div className={classes.tools}>
      {props.grouping}
      <FindField label={label} value={typed} onChange={search} found={found && foundText(found.shown, found.all)} />
      <span className={classes.grow} />
      {onComparing && (
        <Switch
          size="xs"
          label="Compare"
          checked={comparing}
          onChange={(event) => onComparing(event.currentTarget.checked)}
        />
      )}
      {props.onHidden && <ColumnMenu columns={props.columns} hidden={props.hidden} onHidden={props.onHidden} />}
      <CopyTable copy={props.copy} />
    </div>
  )
}

function ColumnMenu(props: Pick<Props, 'columns' | 'hidden'> & { onHidden: (keys: string[]) => void }) {
  const { anchor, button } = useAnchor('menu', ColumnPanel.load, useState(false))
  return (
    <>
      <Button
        {...button}
        className={classes.tool}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconColumns3 size={14} aria-hidden />}
      >
        Columns
      </Button>
      <ColumnPanel anchor={anchor} {...props} />
    </>
  )
}

const COPIED_MESSAGE_MS = 2000

function CopyTable({ copy }: Pick<Props, 'copy'>) {
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(null), COPIED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [said])
  const write = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await copy())
      setSaid('copied')
    } catch {
      // Browsers reject this without a permission or a secure origin; the user must know that nothing was copied.
      setSaid('refused')
    }
  }
  return (
    <>
      <Button
        className={classes.tool}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={said === 'copied' ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={write}
      >
        {said === 'copied' ? 'Copied' : said === 'refused' ? 'Not allowed' : 'Copy'}
      </Button>
      <span role="status" className="ll-spoken">
        {said === 'copied' && 'Copied. Paste it into a spreadsheet.'}
        {said === 'refused' && 'Your browser doesn’t allow copying here. Export the table as CSV instead.'}
      </span>
    </>
  )
}
