import { Button, FileButton } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import classes from './import.module.css'

interface Props {
  file: File | undefined
  disabled: boolean
  /** The kinds of files, in words: `XML or CSV`. */
  types: string
  accept: string
  onFile: (file: File | null) => void
}

/** Where a file is dropped or chosen. */
export function FileDrop({ file, disabled, types, accept, onFile }: Props) {
  const [isOver, setIsOver] = useState(false)
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    // Without a mouse, use the button inside.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        onFile(event.dataTransfer.files[0] ?? null)
      }}
    >
      <IconFileUpload size={24} stroke={1.5} aria-hidden />
      <span className={classes.dropText}>
        {file ? `${file.name}, ${sizeOf(file.size)}` : `Drop a file here, or choose one: ${types}.`}
      </span>
      <FileButton accept={accept} onChange={onFile}>
        {(props) => (
          <Button {...props} variant="default" disabled={disabled}>
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3)).toLocaleString('en-US')} kB` : `${(bytes / 1e6).toFixed(1)} MB`
