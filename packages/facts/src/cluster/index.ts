export { systemMutations, systemParts, systemTables } from './parts'
export { CLUSTER_SETTINGS } from './settings'
export { statementsOnCluster } from './statements'
