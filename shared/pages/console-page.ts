import { IMPORT_STYLE } from './console-import-style.ts';
import type { ScriptPage } from './script-page.ts';

const STYLE = `
#console { display: block; }
#console header, #console main, #console .signed-out { max-width: 80rem; margin-left: auto; margin-right: auto; }
#console .signed-out { max-width: 28rem; }
#console header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1.5rem; }
#console search { flex: 0 1 26rem; }
#console header p { overflow-wrap: anywhere; }
#console header .problem { flex: 1 0 100%; margin: 0; }
#console header .row { align-items: center; font-weight: 400; }
.mode { flex: 1 0 100%; font-weight: 400; padding: 0 1rem; border-radius: var(--radius); border: 2px solid var(--line); display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem; }
.mode.test { border-color: light-dark(#8a5300, #ffb95c); }
.mode strong { text-transform: uppercase; letter-spacing: .05em; }
.mode.test strong { color: light-dark(#8a5300, #ffb95c); }
.screens { list-style: none; margin: 0 -1rem 1rem; padding: 0 1rem; display: flex; gap: .25rem; overflow-x: auto; white-space: nowrap; }
.screens a { display: inline-block; padding: .625rem .875rem; border-radius: var(--radius); text-decoration: none; color: inherit; }
.screens a[aria-current] { background: var(--panel); font-weight: 600; box-shadow: inset 0 -2px 0 var(--accent); }
.table { overflow-x: auto; margin-bottom: 1rem; border: 1px solid var(--hairline); border-radius: var(--radius); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .625rem .75rem; border-bottom: 1px solid var(--hairline); vertical-align: middle; }
tbody tr:last-child > * { border-bottom: 0; }
th { font-weight: 600; white-space: nowrap; }
thead th { color: var(--soft); font-size: .875rem; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.json pre { margin: 0; padding: .75rem; overflow-x: auto; font-size: .8125rem; background: var(--panel); border: 1px solid var(--hairline); border-radius: var(--radius); }
.answer { margin: 0; }
.answer pre { max-width: 30rem; max-height: 14rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
tbody th:has(a), td:has(a), .fields div:has(> dd > a) { padding-top: 0 !important; padding-bottom: 0 !important; align-items: center; }
tbody th a, td a, .fields dd > a, .mode a, .screen > p > a { display: inline-block; padding: .625rem 0; }
dl.fields { padding: 0 1rem; border-color: var(--hairline); }
dl.fields div, dl:not(.sums).fields div + div { margin: 0; padding: .5rem 0; border-top: 1px solid var(--hairline); }
dl.fields div:first-child { border-top: 0; }
.fields dd { margin: 0; }
dl.fields dl.fields { border: 0; padding: 0; margin: 0; }
dl.fields dl.fields + dl.fields { margin-top: .5rem; padding-top: .5rem; border-top: 1px solid var(--line); border-radius: 0; }
dl.fields dl.fields div:last-child { padding-bottom: 0; }
dl.fields dl.fields div:first-child { padding-top: 0; }
.id { font-family: ui-monospace, monospace; font-size: .8125rem; }
th .id { font-weight: 600; }
tbody th a.id, td a.id, .fields dd > a.id { padding: .8rem 0; }
td.when { white-space: nowrap; }
.status { display: inline-block; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; white-space: nowrap; }
.status.good { border-color: currentColor; }
.status.bad { border-color: currentColor; color: var(--bad); font-weight: 600; }
.title { margin-bottom: 1rem; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; }
.title h1 { margin: .5rem 0; }
.title button { width: auto; }
.title.named { justify-content: flex-start; margin-bottom: .5rem; }
.title.named h1 { margin: 0; }
.screen > p:first-child { margin: 0; }
[role=status]:empty { margin: 0; }
.actions { margin-bottom: 1rem; }
.screen section { margin-bottom: 2rem; }
.screen section.table { margin-bottom: 1rem; }
.find { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; }
.find input { flex: 1 1 14rem; min-height: 44px; padding: .25rem .75rem; font: inherit; font-weight: 400; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); }
.find button, .small { width: auto; min-height: 44px; padding: .25rem .875rem; font-size: .875rem; }
.find .mistake { flex: 1 0 100%; margin: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
dialog { width: min(36rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--page); color: var(--text); }
dialog.test { border-top: 4px solid light-dark(#8a5300, #ffb95c); }
dialog.live { border-top: 4px solid var(--accent); }
dialog .row button[type=submit] { flex: 1 1 auto; }
dialog::backdrop { background: rgb(0 0 0 / .5); }
.field textarea { width: 100%; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); }
.field input[readonly] { background: var(--panel); }
.field .soft { margin: 0 0 .5rem; font-size: .875rem; }
.many { max-height: 14rem; overflow-y: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: .5rem .75rem; }
.field .many label, .field .flag { display: flex; align-items: center; gap: .75rem; min-height: 44px; font-weight: 400; margin: 0; }
.many input, .flag input { width: 1.25rem; min-height: 1.25rem; height: 1.25rem; flex: none; margin: 0; accent-color: var(--accent); }
.field .many input, .field .flag input { width: 1.25rem; min-height: 0; padding: 0; margin: 0; }
.once { display: block; padding: .75rem; margin-bottom: 1rem; background: var(--panel); border-radius: var(--radius); font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.attention { border-left: 4px solid var(--line); padding-left: .75rem !important; }
.attention.bad { border-left-color: var(--bad); }
.attention.warn { border-left-color: light-dark(#8a5300, #ffb95c); }
.screen .list a { display: inline-block; padding: .625rem 0; }
.good { color: light-dark(#146c2e, #7fdc94); font-weight: 600; }
.preview { padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--page); color: var(--text); --soft: color-mix(in srgb, var(--text) 70%, var(--page)); }
.screen > section > form, .beside form { max-width: 36rem; }
td .soft, tbody th .soft { display: block; font-size: .875rem; font-weight: 400; }
.add { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-top: 1rem; }
.add .field { flex: 1 1 14rem; margin: 0; }
.beside { display: grid; gap: 2rem; align-items: start; }
.add .field input, .add .field select { margin-bottom: 0; }
.add button { width: auto; }
.role { min-height: 44px; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); padding: .25rem .5rem; }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .75rem; border: 0; padding: 0; margin: 0 0 1rem; }
.totals div { border: 1px solid var(--hairline); border-radius: var(--radius); padding: .75rem; }
dl.totals div + div { margin: 0; }
.totals dt { color: var(--soft); font-size: .875rem; font-weight: 400; }
.totals dd { margin: 0; font-size: 1.375rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.totals dd .soft { font-size: .875rem; font-weight: 400; }
.totals dd a { display: inline-block; padding: .25rem 0; min-width: 44px; }
.charts { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); align-items: start; }
.charts figure { margin: 0; min-width: 0; }
.charts figcaption { font-weight: 600; margin-bottom: .5rem; }
.chart { display: block; width: 100%; height: auto; }
.chart text { font: 13px var(--font); fill: var(--soft); font-variant-numeric: tabular-nums; }
.chart .tick { stroke: var(--hairline); }
.chart text.tick { stroke: none; }
.chart .ground { stroke: var(--line); }
.chart .line { fill: none; stroke: var(--accent); stroke-width: 2.5; }
.chart .area { fill: var(--accent); opacity: .12; }
.series-0 { --series: var(--accent); }
.series-1 { --series: light-dark(#146c2e, #7fdc94); }
.series-2 { --series: light-dark(#6a4fb3, #cfbcff); }
.series-3 { --series: light-dark(#8a5300, #ffb95c); }
.series-4 { --series: var(--bad); }
.chart rect { fill: var(--series); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .5rem 0 0; padding: 0; font-size: .875rem; }
.legend li::before { content: ""; display: inline-block; width: .75rem; height: .75rem; margin-right: .375rem; border-radius: 2px; background: var(--series); }
.currency { display: inline-block; margin-bottom: .75rem; }
@media (max-width: 39.99rem) {
  #console header { gap: .25rem 1rem; }
  #console header search { flex-basis: 100%; }
  #console header .row { flex-basis: 100%; gap: .25rem .5rem; }
  .who { flex: 1 0 100%; font-size: .875rem; color: var(--soft); }
  .spacious { display: none; }
  dl.fields dl.fields { margin: .25rem 0 0 .125rem; padding-left: .75rem; border-left: 2px solid var(--hairline); border-radius: 0; }
  .rows { border: 0; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows table, .rows tbody { display: block; }
  .rows tbody tr { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .5rem 0; border-bottom: 1px solid var(--hairline); }
  .rows tbody tr:first-child { border-top: 1px solid var(--hairline); }
  .rows tbody tr > * { flex: 0 1 auto; min-width: calc(50% - .5rem); padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  .rows tbody tr > th { flex-basis: 100%; }
  .rows td[data-title=Id] { display: none; }
  .rows td.when { font-size: .875rem; }
  .rows td a { margin: -.5rem 0; }
  .fields div:has(> dd > a) { padding-top: .5rem !important; padding-bottom: .5rem !important; }
  .fields dd > a { margin: -.625rem 0; }
  .rows tbody tr > th, .rows td.number { text-align: left; }
  .rows td[data-title]::before { content: attr(data-title); display: block; font-size: .8125rem; color: var(--soft); }
  .filters .field { flex-basis: 7rem; min-width: 0; }
}
@media (min-width: 40rem) {
  dl.fields div { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1rem; }
  dl.fields dl.fields div { grid-template-columns: 11rem minmax(0, 1fr); }
  dl.fields dl.fields dl.fields div { grid-template-columns: 8rem minmax(0, 1fr); }
}
@media (min-width: 60rem) {
  #console main { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 2rem; align-items: start; }
  .beside { grid-template-columns: minmax(0, 1fr) minmax(16rem, 22rem); }
  .screens { display: block; margin: 0 0 1.5rem; padding: 0; }
  .screens a { display: block; }
  .screens a[aria-current] { box-shadow: inset 3px 0 0 var(--accent); }
}
`;

/** The page of the console. */
export const CONSOLE_PAGE: ScriptPage = {
  title: 'Console',
  style: `${STYLE}${IMPORT_STYLE}`,
  assets: 'assets',
  root: { id: 'console', tag: 'div' },
  withoutScript: 'This page needs JavaScript.',
  images: null,
  ancestors: "'none'",
};
