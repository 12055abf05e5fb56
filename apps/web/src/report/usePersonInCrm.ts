import { useMutation } from '@tanstack/react-query'
import { useServices } from '../app/Services'
import { useAlerts } from '../state/AlertsProvider'

const PERSON = `query PersonInCrm($prospectIds: [Long!]!) { getMultipleProspectBatchData(prospectIds: $prospectIds) { batchId } }`

interface PersonBatch {
  getMultipleProspectBatchData: { batchId: string }[]
}

/** Opens a prospect in the CRM, in a tab of its own. */
export function usePersonInCrm(): (prospectId: number) => void {
  const { graphql } = useServices()
  const { add } = useAlerts()
  const crmAddress = useCrmAddress()
  const { mutate } = useMutation({
    mutationFn: async (prospectId: number) =>
      (await graphql<PersonBatch>(PERSON, { variables: { prospectIds: [prospectId] } })).getMultipleProspectBatchData,
    onSuccess: ([batch]) => {
      if (batch) window.open(crmAddress(batch), '_blank', 'noopener')
    },
    onError: (error) => add({ type: 'error', message: error.message }),
  })
  return mutate
}

/** The CRM's address of a batch of prospects. */
export function useCrmAddress(): (batch: { batchId: string }) => string {
  const { config } = useServices()
  return ({ batchId }) => `${config.crmWebUrl}/prospects/report?${new URLSearchParams({ batchId, status: 'all' })}`
}
