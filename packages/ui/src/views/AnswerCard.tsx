import type { ComponentProps, ReactNode } from 'react'
import { useLate } from '../parts/useLate'
import { LoadingInline } from '../states/Loading'
import { ErrorState } from '../states/States'
import { Card } from './Card'

/**
 * What became of a request. What has not come yet, or could not come, has no data: nothing can be said of it as if it were
 * empty. While a new answer loads, the old one stays and is stale.
 */
export type Answer<T> =
  | { is: 'loading' }
  | { is: 'failed'; message: string; retry: () => void }
  | { is: 'here'; data: T; stale: boolean }

interface Props<T> extends Pick<ComponentProps<typeof Card>, 'actions'> {
  answer: Answer<T>
  /** The title, or while there is no answer its subject: what the card is about, without a claim. */
  title: string | { subject: string; of: (data: T) => string }
  /** Muted text under the title. */
  description?: (data: T) => ReactNode
  /** What is loading. */
  loading: string
  /** Something else of the card is old, too. */
  stale?: boolean
  children: (data: T) => ReactNode
}

/** A card around a request of its own: it loads, or failed and can be tried again, or shows the answer. */
export function AnswerCard<T>({ answer, title, description, loading, stale = false, children, actions }: Props<T>) {
  const isHere = answer.is === 'here'
  const isLoading = answer.is === 'loading'
  const late = useLate(isLoading)
  const subject = typeof title === 'string' ? title : isHere ? title.of(answer.data) : title.subject
  return (
    <Card
      // Another card at another place: one that moved would push what is in sight.
      key={late ? 'late' : 'early'}
      title={subject}
      description={isHere ? description?.(answer.data) : undefined}
      stale={isHere && (answer.stale || stale)}
      waiting={isLoading && !late}
      last={late}
      actions={actions}
    >
      <AnswerBody answer={answer} loading={loading}>
        {children}
      </AnswerBody>
    </Card>
  )
}

/** The same without a card, within another one. */
export function AnswerBody<T>({ answer, loading, children }: Pick<Props<T>, 'answer' | 'loading' | 'children'>) {
  if (answer.is === 'loading') return <LoadingInline label={loading} />
  if (answer.is === 'failed') return <ErrorState message={answer.message} retry={answer.retry} />
  return <div aria-busy={answer.stale}>{children(answer.data)}</div>
}
