import { BACKDROP, LIGHT } from '../../platform/design-tokens.ts';

/** Components of the console: tables, badges, cards, forms, dialogs, charts. */
export const COMPONENT_STYLE = `
#console .title { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: var(--space-2) var(--space-4); margin-bottom: var(--space-4); }
.title .name { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2) var(--space-3); min-width: 0; }
.title .sub { flex-basis: 100%; color: var(--soft); }
#console .back { margin-bottom: var(--space-2); }
.back a { display: inline-flex; align-items: center; gap: .25rem; min-height: var(--control); color: var(--soft); text-decoration: none; }
[role=status]:empty { margin: 0; }
#console .row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-2); }
#console .row button { min-height: var(--control); padding: 0 var(--space-3); }
.soft { color: var(--soft); }
.good { color: var(--success); font-weight: 500; }
.number { text-align: right; white-space: nowrap; }
.cut { display: block; max-width: 22rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.id { display: inline-flex; align-items: center; gap: .25rem; max-width: 100%; }
.id code, code.id { font: var(--text-table) ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
.aside .id code { font-size: .92em; }
#console .id button { min-width: 1.5rem; min-height: 1.5rem; }

.badge { display: inline-flex; align-items: center; padding: 0 .5rem; border: 1px solid var(--hairline); border-radius: var(--radius-full); background: var(--panel); color: var(--soft); font: 500 var(--text-table) var(--font); white-space: nowrap; }
.badge.success { background: var(--success-bg); border-color: var(--success-border); color: var(--success); }
.badge.warning { background: var(--warning-bg); border-color: var(--warning-border); color: var(--warning); }
.badge.danger { background: var(--danger-bg); border-color: var(--danger-border); color: var(--danger); }
.badge.info { background: var(--info-bg); border-color: var(--info-border); color: var(--info); }

.table { position: relative; overflow-x: auto; border: 1px solid var(--hairline); border-radius: var(--radius-card); background: var(--page); }
table { border-collapse: separate; border-spacing: 0; width: 100%; font: var(--text-table) var(--font); }
th, td { height: 2.25rem; padding: 0 var(--space-3); text-align: left; border-bottom: 1px solid var(--hairline); vertical-align: middle; font-weight: 400; }
tbody tr:last-child > * { border-bottom: 0; }
thead > tr > * { position: sticky; top: 0; z-index: 2; background: var(--panel); color: var(--soft); font-weight: 500; white-space: nowrap; }
tbody th, tbody td { padding-top: .25rem; padding-bottom: .25rem; overflow-wrap: anywhere; }
tbody th { min-width: 7rem; font-weight: 500; }
tbody td { min-width: 6rem; }
tbody td.number, tbody td.when { min-width: 0; }
tbody th a { color: var(--text); text-decoration: none; }
tbody tr.linked { position: relative; }
tbody tr.linked th > a::after { content: ""; position: absolute; inset: 0; }
tbody tr.linked:hover { background: var(--panel); }
tbody tr.linked:has(th > a:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
#console tbody tr.linked th > a:focus-visible { outline: none; }
tbody tr.total > * { font-weight: 600; border-top: 1px solid var(--line); }
tbody tr.linked td a, tbody tr.linked td button { position: relative; z-index: 1; }
tbody th a, td a { display: inline-flex; align-items: center; min-height: 2.25rem; margin: -.25rem 0; }
td a { color: var(--text); }
td.number, th.number { text-align: right; white-space: nowrap; }
th.number:first-of-type { text-align: left; }
#console td .row { flex-wrap: nowrap; }
#console td button { white-space: nowrap; }
tbody td.pick, td.pick { width: 2.25rem; min-width: 0; padding-right: 0; }
tbody tr.linked td input { position: relative; z-index: 1; }
.pick input { display: block; }
.pick input, .choice-label input { width: 1rem; height: 1rem; margin: 0; accent-color: var(--accent); }
.choice-label { display: flex; align-items: center; gap: var(--space-2); min-height: 2.25rem; padding: 0 var(--space-2); cursor: pointer; }
.columns-menu .menu-list { right: auto; left: 0; top: auto; bottom: calc(100% + .25rem); }
td.when { white-space: nowrap; color: var(--soft); }
.card td.when { white-space: normal; min-width: 6.5rem; }
td .soft, tbody th .soft { display: block; font-weight: 400; }
.matrix th, .matrix td { white-space: nowrap; }
.dim { opacity: .5; }
.bone { display: inline-block; height: .75rem; width: 60%; border-radius: var(--radius); background: var(--hairline); animation: pulse 1.4s ease-in-out infinite; }
@keyframes pulse { 50% { opacity: .4; } }
@media (prefers-reduced-motion: reduce) { .bone { animation: none; } }
.pager { justify-content: space-between; margin-top: var(--space-3) !important; }
.pager a { display: inline-flex; align-items: center; min-height: var(--control); padding: 0 var(--space-2); }
.empty { display: grid; justify-items: center; gap: var(--space-2); padding: var(--space-6) var(--space-4); text-align: center; border: 1px dashed var(--hairline); border-radius: var(--radius-card); }
.card .empty { padding: var(--space-4); border: 0; justify-items: start; text-align: left; }
.empty p { max-width: 30rem; color: var(--soft); }

.tabs { display: flex; gap: var(--space-1); margin: 0 0 var(--space-4); padding: 0; list-style: none; overflow-x: auto; border-bottom: 1px solid var(--hairline); }
.tabs a { display: inline-flex; align-items: center; min-height: 2.25rem; padding: 0 var(--space-3); color: var(--soft); text-decoration: none; white-space: nowrap; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a[aria-current] { color: var(--text); font-weight: 500; border-bottom-color: var(--accent); }
.tabs .count { margin-left: var(--space-2); padding: 0 var(--space-2); color: var(--soft); font: 400 var(--text-table) var(--font); font-variant-numeric: tabular-nums; background: var(--panel); border-radius: var(--radius-full); }
#console .filters { display: flex; flex-wrap: wrap; align-items: end; gap: var(--space-2); margin: 0 0 var(--space-3); }
.filters .field { margin: 0 !important; min-width: 10rem; }
.chip { display: inline-flex; align-items: center; gap: .25rem; min-width: 0; max-width: 100%; min-height: var(--control); overflow-wrap: anywhere; padding-left: var(--space-3); border: 1px solid var(--hairline); border-radius: var(--radius-full); background: var(--panel); }
.chip a { display: inline-flex; align-items: center; justify-content: center; min-width: var(--control); min-height: var(--control); color: inherit; text-decoration: none; }

.card { margin-bottom: var(--space-4); border: 1px solid var(--hairline); border-radius: var(--radius-card); background: var(--page); }
.card > header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: var(--space-2); max-width: none !important; margin: 0; padding: var(--space-3) var(--space-4); border-bottom: 1px solid var(--hairline); font-weight: 400; }
.card > header a:not(.button) { display: inline-flex; align-items: center; min-height: max(1.5rem, var(--control)); }
.card .body { padding: var(--space-3) var(--space-4); }
.card .body > * + * { margin-top: var(--space-3) !important; }
.card .table { border: 0; border-radius: 0 0 var(--radius-card) var(--radius-card); }
#console .card .table thead > tr > * { background: none; position: static; }
.card .more { display: block; padding: var(--space-2) var(--space-4); }
.columns-2 { display: grid; gap: var(--space-4); }
.columns-2 > * { min-width: 0; }
#console .jump { scroll-margin-top: 5rem; }
.exports { margin-top: var(--space-3); }
#console .totals-line { margin-bottom: var(--space-2); }
.totals-line span { display: block; }
.stats { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr)); gap: var(--space-3); margin: 0 0 var(--space-4); border: 0 !important; padding: 0 !important; }
.stats > div { margin: 0 !important; padding: var(--space-3) var(--space-4); border: 1px solid var(--hairline); border-radius: var(--radius-card); }
.stats dt { color: var(--soft); font-weight: 400; }
.stats dd { margin: 0; font: 600 var(--text-section) var(--font); overflow-wrap: anywhere; }
.stats.large { grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); }
.stats.large dd { font: 600 var(--text-number) var(--font); letter-spacing: -.02em; }
.stats dd .soft { display: block; font: 400 var(--text-table) var(--font); letter-spacing: 0; }
.stats dd a { display: inline-flex; align-items: center; min-height: 1.5rem; min-width: 1.5rem; }
.up { color: var(--success); } .down { color: var(--danger); }
dl.fields { margin: 0; padding: 0; border: 0; }
dl.fields > div { display: grid; grid-template-columns: minmax(0, 9.5rem) minmax(0, 1fr); gap: 0 var(--space-3); margin: 0 !important; padding: .25rem 0; }
dl.fields dt { color: var(--soft); font-weight: 400; }
dl.fields dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dl.fields dl.fields { padding: 0 0 0 var(--space-3); border-left: 2px solid var(--hairline); border-radius: 0; }
dl.fields dl.fields + dl.fields { margin-top: var(--space-2); }
dl.fields dl.fields > div { grid-template-columns: minmax(0, 8rem) minmax(0, 1fr); }
.aside dl.fields > div, .aside dl.fields dl.fields > div { grid-template-columns: minmax(0, 1fr); padding: .25rem 0; }
.sums-right { display: grid; justify-content: end; grid-template-columns: auto auto; gap: .25rem var(--space-5); padding: var(--space-3) var(--space-4); margin: 0; border: 0; border-top: 1px solid var(--hairline); border-radius: 0; }
.sums-right > div { display: contents; }
.sums-right dt { font-weight: 400; color: var(--soft); } .sums-right dd { margin: 0; text-align: right; white-space: nowrap; }
.sums-right .total dt, .sums-right .total dd { font-weight: 600; color: var(--text); }
.card details { margin: 0; }
details.json summary, .card details summary, details.more-fields summary { min-height: var(--control); display: list-item; padding: .25rem 0; font-weight: 500; color: var(--text); }
.json pre { margin: 0; padding: var(--space-3); max-height: 30rem; overflow: auto; font: var(--text-table) ui-monospace, monospace; background: var(--panel); border: 1px solid var(--hairline); border-radius: var(--radius); }
.answer pre { max-width: 34rem; max-height: 14rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.timeline { list-style: none; margin: 0; padding: 0; }
.timeline li { position: relative; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--space-3); padding: .25rem 0 .25rem 1.5rem; }
.timeline li::before { content: ""; position: absolute; left: .1875rem; top: .6875rem; width: .5rem; height: .5rem; border-radius: var(--radius-full); background: var(--line); }
.timeline li::after { content: ""; position: absolute; left: .40625rem; top: 1.375rem; bottom: -.5rem; width: 1px; background: var(--hairline); }
.timeline li:last-child::after { display: none; }
.timeline li.success::before { background: var(--success); } .timeline li.danger::before { background: var(--danger); } .timeline li.warning::before { background: var(--warning); }
.timeline time { color: var(--soft); font: var(--text-table) var(--font); white-space: nowrap; }
.timeline a { color: inherit; text-decoration: none; } .timeline a:hover { text-decoration: underline; }
#console .list > li { padding: var(--space-2) 0; }
#console .list a { display: inline-flex; align-items: center; min-height: var(--control); }
.list .soft { font: var(--text-table) var(--font); }
.attention { border-left: 3px solid var(--info-border); padding-left: var(--space-3) !important; }
.attention.bad { border-left-color: var(--danger); } .attention.warn { border-left-color: var(--warning); }
#console .notice { border: 1px solid var(--info-border); background: var(--info-bg); color: var(--text); border-radius: var(--radius); padding: var(--space-2) var(--space-3); margin-bottom: var(--space-4); }
#console .problem { border: 1px solid var(--danger-border); background: var(--danger-bg); color: var(--danger); border-radius: var(--radius); padding: var(--space-2) var(--space-3); margin-bottom: var(--space-3); }
.mistake { color: var(--danger); font-weight: 500; }

#console form { margin: 0; }
#console p + form, #console form + button, #console form + .problem, #console button + .answer { margin-top: var(--space-3); }
.beside > div > .card:not(:first-child) { margin-top: var(--space-5); }
#console input[type=file] { padding: .25rem; }
input::file-selector-button { margin-right: var(--space-2); padding: 0 var(--space-2); font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--hairline); border-radius: var(--radius); }
#console .field { margin: 0 0 var(--space-4); }
#console .field label { margin-bottom: .25rem; font-weight: 500; }
#console .field input, #console .field select, #console .field textarea { width: 100%; }
#console .field .soft { margin-top: .25rem; font: var(--text-table) var(--font); }
#console .field .mistake { margin: 0 0 .25rem; font: 500 var(--text-table) var(--font); }
.field input[readonly] { background: var(--panel); }
.field .with-swatch { display: flex; gap: var(--space-2); }
#console .field input[type=color] { width: 3rem; padding: 2px; flex: none; }
.pair { display: grid; gap: 0 var(--space-3); grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); }
.many { max-height: 14rem; overflow-y: auto; border: 1px solid var(--line); border-radius: var(--radius); padding: var(--space-2) var(--space-3); margin: 0; }
.many legend { font: 500 var(--text-body) var(--font); }
#console .field .many label, #console .many label, #console .field .flag { display: flex; align-items: center; gap: var(--space-2); min-height: var(--control); font-weight: 400; margin: 0; }
#console .field .many input, #console .field .flag input { width: 1rem; }
#console .roles { border: 0; padding: 0; }
.roles legend { font: 500 var(--text-body) var(--font); margin-bottom: .25rem; }
#console .field.roles label { display: flex; gap: var(--space-2); padding: var(--space-1) 0; margin: 0; cursor: pointer; }
#console .field.roles input { flex: none; width: 1rem; height: 1rem; min-height: 0; margin: 0; accent-color: var(--accent); }
#console .roles .soft { display: block; margin: 0; font-weight: 400; }
.narrow-cards { max-width: 48rem; }
#console .choices-row { display: flex; flex-wrap: wrap; gap: var(--space-2); border: 0; padding: 0; margin: var(--space-4) 0; }
.choices-row label { display: inline-flex; align-items: center; gap: var(--space-2); min-height: var(--control); padding: 0 var(--space-3); border: 1px solid var(--hairline); border-radius: var(--radius); cursor: pointer; }
.choices-row label:has(:checked) { border-color: var(--accent); background: var(--info-bg); }
.choices-row legend { font: 500 var(--text-body) var(--font); margin-bottom: .25rem; }
.once { display: block; padding: var(--space-3); margin-bottom: var(--space-3); background: var(--panel); border: 1px solid var(--hairline); border-radius: var(--radius); font: var(--text-table) ui-monospace, monospace; overflow-wrap: anywhere; }
#console .add { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: end; }
#console .list + .add { margin-top: var(--space-4); padding-top: var(--space-4); border-top: 1px solid var(--hairline); }
#console .add .field { flex: 1 1 14rem; margin: 0; }
.sheet { color-scheme: only light; --page: ${LIGHT.page}; --panel: ${LIGHT.page}; --text: ${LIGHT.text}; --soft: ${LIGHT.soft}; --hairline: ${LIGHT.hairline}; background: var(--page); color: var(--text); border: 1px solid var(--hairline); border-radius: var(--radius); padding: var(--space-5); margin-top: var(--space-3); }
#console .sheet > * + * { margin-top: var(--space-4); } .sheet p, .sheet h3 { margin-bottom: 0; } #console .sheet h3 { font: 600 var(--text-title) var(--font); } .sheet .soft { display: block; color: var(--soft); } .sheet .footer { white-space: pre-line; }
.sheet .facts { display: grid; grid-template-columns: auto 1fr; gap: .25rem var(--space-4); border: 0; border-radius: 0; padding: 0; } .sheet .facts > div { display: contents; } .sheet .facts dt { font-weight: 400; color: var(--soft); } .sheet .facts dd { margin: 0; }
.sheet .parties { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); } .sheet .parties p { margin-top: 0; }
@media (max-width: 600px) { .sheet { padding: var(--space-3); } }
#console .field .warning { border: 1px solid var(--warning-border); background: var(--warning-bg); color: var(--warning); border-radius: var(--radius); padding: var(--space-2) var(--space-3); margin-top: var(--space-2); }
.beside { display: grid; gap: var(--space-5); align-items: start; }
#console .narrow > * { max-width: 36rem; }
#console .narrow p, #console .beside > div > .soft { margin-bottom: var(--space-3); }
.preview { overflow-wrap: anywhere; padding: var(--space-5); border: 1px solid var(--hairline); border-radius: var(--radius-card); background: var(--page); color: var(--text); }
.beside > section > * + * { margin-top: var(--space-3); }
.preview img { display: block; height: 2rem; max-width: 100%; object-fit: contain; object-position: left; }
.sample { margin: var(--space-4) 0 0; padding: var(--space-4); border-radius: var(--radius-card); background: var(--panel); }
#console .preview .links { margin-top: var(--space-3); }
.sample .sums { margin: var(--space-3) 0; }
.preview .links { font: var(--text-table) var(--font); }
#console .preview .button { display: flex; width: 100%; min-height: var(--control-buyer); }
.picker { position: relative; }
.picker-list { position: absolute; z-index: 3; left: 0; right: 0; top: calc(100% + .25rem); max-height: 16rem; overflow-y: auto; margin: 0; padding: .25rem; list-style: none; background: var(--page); border: 1px solid var(--hairline); border-radius: var(--radius); box-shadow: var(--shadow-menu); }
.picker-list > div, .hits a { display: flex; align-items: center; justify-content: space-between; gap: var(--space-3); min-height: max(var(--control), 2.25rem); padding: .25rem var(--space-2); border-radius: var(--radius); cursor: pointer; color: inherit; text-decoration: none; }
.picker-list .note { cursor: default; color: var(--soft); }
.picker-list > [aria-selected=true], .hits a[aria-selected=true] { background: var(--info-bg); color: var(--text); }
.picker-list .soft, .hits .soft { font: var(--text-table) var(--font); text-align: right; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

#console dialog { width: min(34rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); padding: var(--space-5); border: 1px solid var(--hairline); border-radius: var(--radius-card); background: var(--page); color: var(--text); box-shadow: var(--shadow-dialog); }
#console dialog.wide { width: min(44rem, calc(100vw - 2rem)); }
#console dialog > h2:focus { outline: none; }
#console dialog > h2 { font: 600 var(--text-section) var(--font); }
#console dialog > * + *, #console dialog > .field { margin-top: var(--space-3); }
dialog::backdrop { background: ${BACKDROP}; }
dialog .end { justify-content: flex-end; }
#console dialog.palette { margin-top: 12vh; padding: 0; overflow: hidden; }
#console .palette input { width: 100%; margin: 0; min-height: 3rem; padding: 0 var(--space-4); border: 0; border-bottom: 1px solid var(--hairline); border-radius: var(--radius-card) var(--radius-card) 0 0; font: var(--text-section) var(--font); }
#console .palette input:focus-visible { outline-offset: -2px; }
.hits { max-height: 55vh; overflow-y: auto; padding: var(--space-2); }
.hits h3 { padding: var(--space-2); color: var(--soft); font: 500 var(--text-table) var(--font) !important; }
.hits p { padding: var(--space-2); color: var(--soft); }
.hits p:empty { padding: 0; }
#console .palette > .hits { margin-top: 0; }

.charts { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); align-items: start; margin-bottom: var(--space-4); }
figure { margin: 0; min-width: 0; }
.charts figure { padding: var(--space-4); border: 1px solid var(--hairline); border-radius: var(--radius-card); }
figcaption { display: flex; justify-content: space-between; gap: var(--space-3); font-weight: 600; margin-bottom: var(--space-2); }
figcaption span { font-weight: 400; color: var(--soft); text-align: right; }
.chart { display: block; width: 100%; height: auto; }
.chart text { font: var(--text-table) var(--font); fill: var(--soft); font-variant-numeric: tabular-nums; }
.chart .tick { stroke: var(--hairline); } .chart text.tick { stroke: none; } .chart .ground { stroke: var(--line); }
.chart .line { fill: none; stroke: var(--accent); stroke-width: 2; }
.chart .area { fill: var(--accent); opacity: .1; }
.chart .column { fill: transparent; } .chart .column.at { fill: var(--text); fill-opacity: .06; }
.plot:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--radius); }
.series-0 { --series: var(--accent); } .series-1 { --series: var(--success); } .series-2 { --series: var(--chart); } .series-3 { --series: var(--warning); } .series-4 { --series: var(--danger); }
.chart rect.value { fill: var(--series); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem var(--space-4); margin: var(--space-2) 0 0; padding: 0; color: var(--soft); }
.legend li::before { content: ""; display: inline-block; width: .625rem; height: .625rem; margin-right: .5rem; border-radius: var(--radius-full); background: var(--series); }
.charts summary { min-height: var(--control); padding: .25rem 0; font-weight: 400; }
.charts details { margin: 0; }

@media (max-width: 39.99rem) {
  .stats.large { grid-template-columns: 1fr 1fr; }
  .stats.large dd { font: 600 var(--text-title) var(--font); }
  .rows { border: 0; border-radius: 0; overflow: visible; }
  .rows .pick, .columns-menu { display: none; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows table, .rows tbody { display: block; }
  .rows tbody tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem var(--space-4); padding: var(--space-2) 0; border-bottom: 1px solid var(--hairline); }
  .card .rows tbody tr { padding: var(--space-2) var(--space-4); }
  .rows tbody tr.linked:has(th > a:focus-visible) { outline-offset: 2px; }
  .rows tbody tr > * { height: auto; min-width: calc(50% - .5rem); padding: 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  .rows tbody tr > th { flex-basis: 100%; }
  .rows tbody th > a, .rows td a { min-height: 2.75rem; }
  .rows tbody tr > th, .rows td.number { text-align: left; }
  .rows td[data-title]::before { content: attr(data-title); display: block; color: var(--soft); }
  .rows td.blank { display: none; }
  .tabs a { min-height: 2.75rem; }
  #console .id button { min-width: 2.75rem; min-height: 2.75rem; }
  .stats dd a { min-height: 2.75rem; min-width: 2.75rem; }
  dl.fields > div:has(> dd > dl.fields) { grid-template-columns: minmax(0, 1fr); }
  dl.fields dd a { display: inline-flex; min-height: 2.75rem; align-items: center; }
  .timeline a, .more { display: inline-flex; min-height: 2.75rem; align-items: center; }
  .timeline li { align-items: baseline; }
  .timeline li:has(a)::before { top: 1.375rem; }
  .timeline li:has(a)::after { top: 2.125rem; bottom: -1.125rem; }
  .chart text { font: var(--text-section) var(--font); }
}
@media (min-width: 60rem) {
  .columns-2 { grid-template-columns: minmax(0, 1fr) 18.5rem; align-items: start; }
  .beside { grid-template-columns: minmax(0, 36rem) minmax(16rem, 22rem); }
  .beside > section { position: sticky; top: calc(var(--bar) + var(--space-4)); }
  .table:not(.wide) { overflow: visible; }
  .table:not(.wide) thead > tr > * { top: var(--bar); }
  .card .table { overflow-x: auto; }
  .table thead tr:first-child > :first-child { border-top-left-radius: var(--radius-card); }
  .table thead tr:first-child > :last-child { border-top-right-radius: var(--radius-card); }
}
`;
