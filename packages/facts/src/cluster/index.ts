export { mutationsOf, partsOf, tablesOf } from './parts'
export { CLUSTER_SETTINGS } from './settings'
export { statementsOnCluster } from './statements'
