/** The size of a drawing, in pixels or points. */
export interface Size {
  width: number
  height: number
}

const NARROWEST_PANEL = 168

/** How several lines, each with a scale of its own, share a width: side by side where there is room, otherwise below each other. */
export function panelGrid(panels: number, width: number): { across: number; down: number } {
  const fits = Math.max(1, Math.floor(width / NARROWEST_PANEL))
  const across = fits >= panels ? panels : 1
  return { across, down: panels / across }
}
