import { useMutation } from '@tanstack/react-query'
import { useServices } from '../app/Services'
import { useOpenSibling } from '../app/useOpenSibling'
import { useAlerts } from '../state/AlertsProvider'

const PERSON = `query PersonInCrm($prospectIds: [Long!]!) { getMultipleProspectBatchData(prospectIds: $prospectIds) { batchId } }`

interface PersonBatch {
  getMultipleProspectBatchData: { batchId: string }[]
}

/** Opens a prospect in the CRM, in a tab of its own. */
export function usePersonInCrm(): (prospectId: number) => void {
  const { graphql } = useServices()
  const { add } = useAlerts()
  const { openCrm } = useOpenSibling()
  const { mutate } = useMutation({
    mutationFn: async (prospectId: number) =>
      (await graphql<PersonBatch>(PERSON, { variables: { prospectIds: [prospectId] } })).getMultipleProspectBatchData,
    onSuccess: ([batch]) => {
      if (batch) openCrm(prospectsPath(batch))
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return mutate
}

/** The CRM's report of a batch of prospects. */
export const prospectsPath = ({ batchId }: { batchId: string }): string =>
  `/prospects/report?${new URLSearchParams({ batchId, status: 'all' })}`
