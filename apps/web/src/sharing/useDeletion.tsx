import type { ReactNode } from 'react'
import { useState } from 'react'
import { useServices } from '../app/Services'
import { DeletedNotice } from './components/DeletedNotice'
import { useSharingMutation } from './useSharingMutation'

interface Deletable {
  id: string
  name: string
}

/**
 * Deletes items of a list, and offers to restore each until the reader leaves the page.
 * @param path the endpoint whose `delete/{id}` and `restore/{id}` are used
 * @param listed the items that are there
 */
export function useDeletion<Item extends Deletable>(
  path: string,
  listed: readonly Item[] | undefined,
): { remove: (item: Item) => void; notices: ReactNode } {
  const { client } = useServices()
  const [deleted, setDeleted] = useState<Item[]>([])
  const remove = useSharingMutation(
    ({ id }: Item) => client.json(`${path}/delete/${id}`, { method: 'PUT', body: {} }),
    (_, item) => setDeleted((list) => [...list, item]),
  )
  const restore = useSharingMutation(
    ({ id }: Item) => client.json(`${path}/restore/${id}`, { method: 'PUT', body: {} }),
    (_, item) => setDeleted((list) => list.filter(({ id }) => id !== item.id)),
  )
  const gone = deleted.filter(({ id }) => !listed?.some((item) => item.id === id))
  return {
    remove: remove.mutate,
    notices: gone.map((item) => (
      <DeletedNotice key={item.id} name={item.name} busy={restore.isPending} onUndo={() => restore.mutate(item)} />
    )),
  }
}
