import { TOKENS } from '../platform/design-tokens.ts';

/**
 * The common style sheet of the pages, based on the design tokens. One column that fits 320 pixels and 200% text size; on wide screens
 * order and payment are in two columns.
 */
export const STYLE = `
${TOKENS}:root { font-family: var(--font); line-height: 1.5; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); }
header, main, footer { max-width: 28rem; margin: 0 auto; }
header { padding: .5rem 0; font-weight: 600; overflow-wrap: anywhere; }
header p { margin: 0; }
header img { display: block; height: 2rem; max-width: 100%; object-fit: contain; object-position: left; }
footer { margin-top: 2rem; font-size: .875rem; }
footer ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; list-style: none; margin: 0; padding: 0; }
footer a { display: inline-block; padding: .75rem 0; color: inherit; }
a { color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem; overflow-wrap: anywhere; hyphens: auto; }
h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
p, dd, dt, li { overflow-wrap: anywhere; }
dl { margin: 0 0 1.5rem; border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
dd:last-child { margin-bottom: 0; }
dl:not(.sums) div + div { margin-top: .75rem; }
.order h1 { margin-bottom: .25rem; }
.cost { margin: 0 0 1rem; font-size: 1.125rem; }
.about { margin: 0 0 1rem; color: var(--soft); white-space: pre-line; }
.features { margin: 0 0 1.25rem; padding: 0; list-style: none; }
.features li { position: relative; padding: .125rem 0 .125rem 1.75rem; }
.features li::before { content: ""; position: absolute; left: .375rem; top: .5rem; width: .375rem; height: .75rem; border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.sums { border: 0; padding: 0; }
.sums div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0; border-top: 1px solid var(--hairline); }
.sums div:first-child { border-top: 0; }
.sums dt { font-weight: 400; hyphens: auto; }
.sums dd { margin: 0; font-variant-numeric: tabular-nums; text-align: right; margin-left: auto; }
.sums .due { border-top: 1px solid var(--line); }
.sums .due dt, .sums .due dd { font-weight: 600; font-size: 1.125rem; }
.hint { margin: 0 0 1.5rem; color: var(--soft); font-size: .875rem; }
form { margin: 0 0 1rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 600; font-size: 1.125rem; }
.choice { display: flex; align-items: center; gap: .75rem; min-height: 48px; padding: .5rem .75rem; margin-bottom: .5rem; border: 1px solid var(--line); border-radius: var(--radius); }
.choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }
.choice label { flex: 1; padding: .25rem 0; }
.choice svg { flex: none; color: var(--soft); }
details { margin: 0 0 1rem; }
summary { display: list-item; min-height: 44px; padding: .5rem 0; color: var(--accent); font-weight: 600; cursor: pointer; }
.code label, .field label { display: block; font-weight: 600; margin-bottom: .25rem; }
.field { margin-bottom: .75rem; }
details.business summary { font-weight: 500; }
.code input, .field input, .field select { width: 100%; min-height: 48px; padding: .5rem .75rem; margin-bottom: .5rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); }
button, .button { display: block; width: 100%; min-height: 48px; padding: .625rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border: 1px solid var(--fill); border-radius: var(--radius); background: var(--fill); color: var(--on-fill); cursor: pointer; white-space: normal; overflow-wrap: anywhere; }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--page); }
button.quiet, .button.quiet { background: var(--page); color: var(--text); border-color: var(--line); font-weight: 500; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { border: 2px solid var(--danger); border-radius: var(--radius); padding: 1rem; margin-bottom: 1.5rem; }
.problem p { margin: 0; }
.mistake { color: var(--danger); font-weight: 600; margin: 0 0 .5rem; }
.notice { border: 1px solid var(--info-border); border-radius: var(--radius); background: var(--info-bg); color: var(--info); padding: .75rem 1rem; margin: 0 0 1.5rem; font-weight: 500; }
.done { border: 1px solid var(--success-border); border-radius: var(--radius); background: var(--success-bg); color: var(--success); padding: .75rem 1rem; margin: 0 0 1rem; font-weight: 500; }
.notice.test { border-color: var(--warning-border); background: var(--warning-bg); color: var(--warning); }
.notice:focus, .problem:focus, .done:focus { outline: none; }
.entered span { display: block; }
.entered p { margin: 0 0 .75rem; }
.entered button { width: auto; min-height: 44px; padding: .5rem 1rem; }
.soft { color: var(--soft); }
.list { list-style: none; margin: 0; padding: 0; }
.list > li { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .75rem 0; border-top: 1px solid var(--hairline); }
.list > li:first-child { border-top: 0; padding-top: 0; }
.list > li > div:first-of-type { flex: 1 1 12rem; }
.list .soft { display: block; font-size: .875rem; }
.list .sum { font-variant-numeric: tabular-nums; font-weight: 600; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
.row button { width: auto; min-height: 44px; padding: .5rem .875rem; font-size: .875rem; }
.loading { height: 12rem; }
[aria-busy=true] { cursor: progress; }
button[aria-disabled=true] { opacity: .6; cursor: default; }
@media (min-width: 60rem) {
  body { padding: 2rem; }
  header { margin-bottom: 1rem; }
  body:has(.columns) > * { max-width: 60rem; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 4rem; align-items: start; }
  .order { padding: 1.5rem 2rem; border-radius: .75rem; background: var(--panel); }
}
`;
