import { Loader } from '@mantine/core'
import { createPortal } from 'react-dom'
import classes from './states.module.css'

interface LoadingProps {
  /** What is loading, for screen readers. */
  label?: string
}

/** Within a line or a small part of the page. */
export function LoadingInline({ label = 'Loading' }: LoadingProps) {
  return (
    <span role="status" aria-busy="true" className={classes.inline}>
      <Loader size={14} aria-hidden />
      <span>{label}</span>
    </span>
  )
}

/** Over the whole page, while something must finish before the user continues. */
export function LoadingModal({ label = 'Loading' }: LoadingProps) {
  return createPortal(
    <div className={classes.veil}>
      <div role="status" className={classes.modal}>
        <Loader size={22} aria-hidden />
        <span>{label}</span>
      </div>
    </div>,
    document.body,
  )
}

/** Instead of the page: a centered spinner. */
export function LoadingPage({ label = 'Loading' }: LoadingProps) {
  return (
    <div role="status" className={classes.page}>
      <Loader size={32} aria-hidden />
      <span className="ll-spoken">{label}</span>
    </div>
  )
}
