export { CLUSTER_SETTINGS } from './settings'
export { statementsOnCluster } from './statements'
export { systemMutations, systemParts, systemTables } from './systemTables'
