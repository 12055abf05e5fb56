// The style sheets in order: Mantine first, so that ours override it. Import once, before any component.
import '@mantine/core/styles.css'
import './theme/tokens.css'
