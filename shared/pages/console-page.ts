import type { ScriptPage } from './script-page.ts';

const STYLE = `
#console { display: block; }
#console header, #console main, #console .signed-out { max-width: 80rem; margin-left: auto; margin-right: auto; }
#console .signed-out { max-width: 28rem; }
#console header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1.5rem; }
#console header p { overflow-wrap: anywhere; }
#console header .row { align-items: center; font-weight: 400; }
.mode { flex: 1 0 100%; font-weight: 400; padding: 0 1rem; border-radius: var(--radius); border: 2px solid var(--line); display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem; }
.mode.test { border-color: light-dark(#8a5300, #ffb95c); }
.mode strong { text-transform: uppercase; letter-spacing: .05em; }
.mode.test strong { color: light-dark(#8a5300, #ffb95c); }
.screens { list-style: none; margin: 0 0 1.5rem; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem; }
.screens a { display: inline-block; padding: .625rem .875rem; border-radius: var(--radius); text-decoration: none; color: inherit; }
.screens a[aria-current] { background: var(--panel); font-weight: 600; box-shadow: inset 0 -2px 0 var(--accent); }
.table { overflow-x: auto; margin-bottom: 1rem; border: 1px solid var(--hairline); border-radius: var(--radius); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .625rem .75rem; border-bottom: 1px solid var(--hairline); vertical-align: middle; }
tbody tr:last-child > * { border-bottom: 0; }
th { font-weight: 600; white-space: nowrap; }
thead th { color: var(--soft); font-size: .875rem; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.fields pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem; }
tbody th:has(a) { padding-top: 0; padding-bottom: 0; }
tbody th a, .mode a { display: inline-block; padding: .625rem 0; }
dl.fields { padding: 0 1rem; border-color: var(--hairline); }
dl.fields div, dl:not(.sums).fields div + div { margin: 0; padding: .5rem 0; border-top: 1px solid var(--hairline); }
dl.fields div:first-child { border-top: 0; }
.fields dd { margin: 0; }
.add { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-top: 1rem; }
.add .field { flex: 1 1 14rem; margin: 0; }
.add button { width: auto; }
.role { min-height: 44px; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); padding: .25rem .5rem; }
@media (min-width: 40rem) {
  dl.fields div { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1rem; }
}
@media (min-width: 60rem) {
  #console main { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 2rem; align-items: start; }
  .screens { display: block; }
  .screens a { display: block; }
  .screens a[aria-current] { box-shadow: inset 3px 0 0 var(--accent); }
}
`;

/** The page of the console. */
export const CONSOLE_PAGE: ScriptPage = {
  title: 'Console',
  style: STYLE,
  assets: 'assets',
  root: { id: 'console', tag: 'div' },
  withoutScript: 'This page needs JavaScript.',
  images: null,
  ancestors: "'none'",
};
