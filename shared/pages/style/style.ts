import { TOKENS } from '../../platform/design-tokens.ts';

/**
 * The common style sheet of the pages, based on the design tokens. One column that fits 320 pixels and 200% text size; on wide screens
 * order and payment are in two columns.
 */
export const STYLE = `
${TOKENS}:root { font-family: var(--font); line-height: 1.5; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: var(--space-4); background: var(--page); color: var(--text); }
header, main, footer { max-width: 28rem; margin: 0 auto; }
header { padding: var(--space-2) 0; font-weight: 600; overflow-wrap: anywhere; }
header p { margin: 0; }
header img { display: block; height: 2rem; max-width: 100%; object-fit: contain; object-position: left; }
footer { margin-top: var(--space-6); font: var(--text-body) var(--font); }
footer ul { display: flex; flex-wrap: wrap; gap: 0 var(--space-5); list-style: none; margin: 0; padding: 0; }
footer a { display: inline-block; padding: var(--space-3) 0; color: inherit; }
a { color: var(--accent); }
h1 { font: 600 var(--text-title) var(--font); margin: var(--space-2) 0 var(--space-4); overflow-wrap: anywhere; hyphens: auto; }
h2 { font: 600 var(--text-section) var(--font); margin: 0 0 var(--space-2); }
p, dd, dt, li { overflow-wrap: anywhere; }
dl { margin: 0 0 var(--space-5); border: 1px solid var(--hairline); border-radius: var(--radius); padding: var(--space-4); }
dt { font-weight: 600; }
dd { margin: 0 0 var(--space-3); }
dd:last-child { margin-bottom: 0; }
dl:not(.sums) div + div { margin-top: var(--space-3); }
.order h1 { margin-bottom: var(--space-1); }
.cost { margin: 0 0 var(--space-4); font: 500 var(--text-section) var(--font); }
.about { margin: 0 0 var(--space-4); color: var(--soft); white-space: pre-line; }
.features { margin: 0 0 var(--space-5); padding: 0; list-style: none; }
.features li { position: relative; padding: var(--space-1) 0 0 var(--space-5); }
.features li::before { content: ""; position: absolute; left: .25rem; top: .625rem; width: .375rem; height: .75rem; border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.sums { border: 0; padding: 0; }
.sums div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--space-4); padding: var(--space-2) 0; border-top: 1px solid var(--hairline); }
.sums div:first-child { border-top: 0; }
.sums dt { font-weight: 400; hyphens: auto; }
.sums dd { margin: 0; font-variant-numeric: tabular-nums; text-align: right; margin-left: auto; }
.sums .due { border-top: 1px solid var(--line); }
.sums .due dt, .sums .due dd { font: 600 var(--text-section) var(--font); }
.sums .due dd { font: 600 var(--text-title) var(--font); }
.sums .due { align-items: baseline; }
.hint { margin: 0 0 var(--space-5); color: var(--soft); font: var(--text-body) var(--font); }
form { margin: 0 0 var(--space-4); }
fieldset { border: 0; margin: 0 0 var(--space-4); padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: var(--space-2); font: 600 var(--text-section) var(--font); }
.choice { display: flex; align-items: center; gap: var(--space-3); min-height: var(--control-buyer); padding: var(--space-2) var(--space-3); margin-bottom: var(--space-2); border: 1px solid var(--line); border-radius: var(--radius); }
.choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }
.choice label { flex: 1; padding: var(--space-1) 0; }
.choice:has([aria-invalid=true]) { border-color: var(--danger); }
.choice svg { flex: none; color: var(--soft); }
.when-chosen { display: none; }
.choice:has(:checked) + .when-chosen { display: block; margin: 0 0 var(--space-3); }
details { margin: 0 0 var(--space-4); }
summary { display: list-item; min-height: var(--control-touch); padding: var(--space-2) 0; color: var(--accent); font-weight: 600; cursor: pointer; }
.code label, .field label { display: block; font-weight: 600; margin-bottom: var(--space-1); }
.field { margin-bottom: var(--space-3); }
details.business summary { font-weight: 500; }
.code input, .field input, .field select { width: 100%; min-height: var(--control-buyer); padding: var(--space-2) var(--space-3); margin-bottom: var(--space-2); font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); }
button, .button { display: block; width: 100%; min-height: var(--control-buyer); padding: calc(var(--space-3) - 1px) var(--space-4); font: inherit; font-weight: 600; text-align: center; text-decoration: none; border: 1px solid var(--fill); border-radius: var(--radius); background: var(--fill); color: var(--on-fill); cursor: pointer; white-space: normal; overflow-wrap: anywhere; }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--page); }
button.quiet, .button.quiet { background: var(--page); color: var(--text); border-color: var(--line); font-weight: 500; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { border: 2px solid var(--danger); border-radius: var(--radius); padding: var(--space-4); margin-bottom: var(--space-5); }
.problem p { margin: 0; }
.code button + button { margin-top: var(--space-3); }
.code [aria-invalid=true], .field [aria-invalid=true] { border-color: var(--danger); }
.mistake { color: var(--danger); font-weight: 600; margin: 0 0 var(--space-2); }
.notice { border: 1px solid var(--info-border); border-radius: var(--radius); background: var(--info-bg); color: var(--info); padding: var(--space-3) var(--space-4); margin: 0 0 var(--space-5); font-weight: 500; }
.done { border: 1px solid var(--success-border); border-radius: var(--radius); background: var(--success-bg); color: var(--success); padding: var(--space-3) var(--space-4); margin: 0 0 var(--space-4); font-weight: 500; }
.notice.test { border-color: var(--warning-border); background: var(--warning-bg); color: var(--warning); }
.notice:focus, .problem:focus, .done:focus { outline: none; }
.entered { margin-bottom: var(--space-5); }
.entered span { display: block; }
.entered p { margin: 0 0 var(--space-3); }
.entered button { width: auto; min-height: var(--control-touch); padding: var(--space-2) var(--space-4); }
.soft { color: var(--soft); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.list { list-style: none; margin: 0; padding: 0; }
.list > li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-4); padding: var(--space-3) 0; border-top: 1px solid var(--hairline); }
.list > li:first-child { border-top: 0; padding-top: 0; }
.list > li > div:first-of-type { flex: 1 1 12rem; }
.list .soft { display: block; font: var(--text-body) var(--font); }
.list .sum { font-variant-numeric: tabular-nums; font-weight: 600; }
.row { display: flex; flex-wrap: wrap; gap: var(--space-2); }
.row button { width: auto; min-height: var(--control-touch); padding: var(--space-2) var(--space-3); font: 600 var(--text-body) var(--font); }
.loading { height: 12rem; }
[aria-busy=true] { cursor: progress; }
button[aria-disabled=true] { opacity: .6; cursor: default; }
@media (min-width: 60rem) {
  body { padding: var(--space-6); }
  header { margin-bottom: var(--space-4); }
  body:has(.columns) > * { max-width: 60rem; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: calc(2 * var(--space-6)); align-items: start; }
  .order { padding: var(--space-5) var(--space-6); border-radius: var(--radius-card); background: var(--panel); }
}
`;
