/** The style of the CRM's pages: the product's colors, light and dark, without images or scripts. */
export const STYLE = `
:root { color-scheme: light dark; --canvas: #f7f7f4; --surface: #fff; --ink: #1b1f2a; --muted: #5b6273; --line: #e4e5e0;
  --accent: #0f766e; --on-accent: #fff; --good: #15803d; --bad: #b42318; --field: #8a8f9c }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0f1216; --surface: #171b21; --ink: #e8eaed; --muted: #9aa3b2; --line: #272d36;
    --accent: #2dd4bf; --on-accent: #0f1216; --good: #4ade80; --bad: #f97066; --field: #6b7280 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 14px/1.5 Poppins, system-ui, sans-serif }
a { color: var(--accent) }
.bar { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 12px 24px; background: var(--surface);
  border-bottom: 1px solid var(--line) }
.bar a.home { font-weight: 600; color: var(--ink); text-decoration: none }
.bar .who { margin-left: auto; color: var(--muted) }
.bar form { margin: 0 }
main { max-width: 720px; margin: 0 auto; padding: 48px 24px }
main.narrow { max-width: 408px }
h1 { font-size: 22px; font-weight: 600; line-height: 1.25; margin: 0 0 8px }
h2 { font-size: 14px; font-weight: 600; margin: 0 0 4px }
p { margin: 0 0 16px }
.quiet { color: var(--muted) }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 24px; margin: 16px 0 }
.cards { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); margin: 24px 0 }
.cards .card { margin: 0; display: flex; flex-direction: column }
.cards form { margin-top: auto }
label { display: block; font-weight: 500; margin-bottom: 16px }
input { display: block; width: 100%; margin-top: 4px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--canvas); border: 1px solid var(--field); border-radius: 6px }
button { font: inherit; font-weight: 500; padding: 8px 16px; border-radius: 6px; border: 1px solid var(--accent);
  background: var(--accent); color: var(--on-accent); cursor: pointer }
button.plain { background: none; color: var(--accent); border-color: var(--field) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.note { border-left: 3px solid var(--bad); background: var(--surface); padding: 8px 12px; margin: 0 0 16px }
.note.good { border-color: var(--good) }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-weight: 500; color: var(--muted) }
ul.ids { display: grid; grid-template-columns: repeat(auto-fill, minmax(96px, 1fr)); gap: 4px 16px; padding: 0; margin: 0;
  list-style: none; font-variant-numeric: tabular-nums }
`
