// The kit's style sheets in their order: Mantine first, so that ours win. Import once, before anything drawn.
import '@mantine/core/styles.css'
import './theme/tokens.css'
