import { BACKDROP, FONTS_WITHOUT_INTER } from '../../platform/design-tokens.ts';

/**
 * Layout of the console: font (`data-font` is set by `app/font.ts`), top bar, navigation, screen, sign-in card, and the size of texts and
 * controls. Class `choice-of`: a button in a menu that selects an option of a setting.
 */
export const LAYOUT_STYLE = `
:root:not([data-font]) { --font: ${FONTS_WITHOUT_INTER}; }
body:has(#console) { padding: 0; font: var(--text-body) var(--font); font-variant-numeric: tabular-nums; }
html:has(#console) { scroll-padding-top: 5rem; }
#console { --control: var(--control-console); --bar: 3.5rem; max-width: none; margin: 0; display: block; }
#console h1 { font: 600 var(--text-title) var(--font); margin: 0; letter-spacing: -.01em; hyphens: none; }
#console h2 { font: 600 var(--text-section) var(--font); margin: 0; }
#console h3 { font: 600 var(--text-body) var(--font); margin: 0; }
#console h1:focus { outline: none; }
#console p { margin: 0; }
#console a { text-underline-offset: .15em; text-decoration-thickness: from-font; }
#console button, #console .button { display: inline-flex; align-items: center; justify-content: center; gap: var(--space-2); width: auto; min-height: var(--control); padding: 0 var(--space-3); font: 500 var(--text-body) var(--font); border-radius: var(--radius); text-align: left; }
#console button:hover:not([aria-disabled=true]), #console .button:hover { filter: brightness(.96); }
#console button.quiet, #console .button.quiet { background: var(--page); color: var(--text); border-color: var(--hairline); box-shadow: var(--shadow-control); }
#console button.danger { background: var(--danger); border-color: var(--danger); color: var(--page); }
#console button.plain, #console .plain.button { background: none; border-color: transparent; box-shadow: none; color: inherit; }
#console button.plain:hover, #console .plain.button:hover { background: var(--panel); filter: none; }
#console button.icon, #console .icon.button { padding: 0; min-width: var(--control); }
.ico { flex: none; width: 1rem; height: 1rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
#console input, #console select, #console textarea { font: 400 var(--text-body) var(--font); min-height: var(--control); padding: .25rem var(--space-2); margin: 0; color: inherit; background: var(--page); border: 1px solid var(--line); border-radius: var(--radius); }
#console input[type=checkbox], #console input[type=radio] { width: 1rem; height: 1rem; min-height: 0; padding: 0; accent-color: var(--accent); }
#console :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#console .skip { display: inline-flex; align-items: center; position: absolute; top: -100vh; left: var(--space-2); z-index: 10; padding: 0 var(--space-4); min-height: 2.75rem; border-radius: var(--radius); background: var(--page); color: var(--text); box-shadow: var(--shadow-menu); }
#console .skip:focus { top: .25rem; }
kbd { padding: 0 .25rem; border: 1px solid var(--hairline); border-radius: var(--radius); font: var(--text-table) var(--font); color: var(--soft); background: var(--page); }

#console .bar { position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: var(--space-2); max-width: none; height: var(--bar); margin: 0; padding: 0 var(--space-4); background: var(--page); border-bottom: 1px solid var(--hairline); border-top: 3px solid transparent; font-weight: 400; }
#console .test .bar { border-top-color: var(--test); }
.bar .account { flex: 0 1 13.5rem; min-width: 3rem; padding: .5rem 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 600; color: inherit; text-decoration: none; }
#console .bar .find { flex: 0 1 26rem; justify-content: flex-start; color: var(--soft); background: var(--panel); }
.bar .find kbd { margin-left: auto; }
.bar .gap { flex: 1; }
#console .bar .problem { position: absolute; top: calc(100% + .5rem); right: var(--space-4); }
.modes { display: flex; padding: 2px; border-radius: var(--radius-full); background: var(--panel); border: 1px solid var(--hairline); }
.modes a { padding: 0 .75rem; min-height: 1.75rem; display: inline-flex; align-items: center; border-radius: var(--radius-full); color: var(--soft); text-decoration: none; font-weight: 500; }
.modes a[aria-current] { background: var(--page); color: var(--text); box-shadow: var(--shadow-control); }
.test .modes a[aria-current] { background: var(--warning-bg); color: var(--warning); box-shadow: inset 0 0 0 1px var(--warning-border); }
.avatar { display: inline-flex; align-items: center; justify-content: center; width: 1.75rem; height: 1.75rem; border-radius: var(--radius-full); background: var(--info-bg); color: var(--info); font-weight: 600; text-transform: uppercase; }

.menu { position: relative; }
.menu-list { position: absolute; z-index: 6; right: 0; top: calc(100% + .25rem); min-width: 13rem; max-width: 20rem; margin: 0; padding: .25rem; list-style: none; background: var(--page); border: 1px solid var(--hairline); border-radius: var(--radius-card); box-shadow: var(--shadow-menu); }
.menu-list .group { padding: var(--space-2); border-bottom: 1px solid var(--hairline); margin-bottom: .25rem; }
.menu-list .apart { border-top: 1px solid var(--hairline); margin-top: .25rem; padding-top: .25rem; }
#console .menu-list a, #console .menu-list button:not(.choice-of) { display: flex; width: 100%; justify-content: flex-start; align-items: center; min-height: 2.25rem; padding: 0 var(--space-2); border: 0; border-radius: var(--radius); background: none; color: inherit; text-decoration: none; font-weight: 400; box-shadow: none; }
#console .menu-list a:hover, #console .menu-list button:hover { background: var(--panel); filter: none; }
#console .menu-list button.danger { color: var(--danger); }
.menu-list fieldset { margin: 0; }
#console .menu-list legend { margin-bottom: .25rem; font: var(--text-table) var(--font); }

.frame { display: grid; }
.side { background: var(--page); padding: var(--space-3) var(--space-2); overflow-y: auto; }
.side ul { list-style: none; margin: 0 0 var(--space-3); padding: 0; }
#console .side h2 { padding: 0 var(--space-2); margin: 0 0 .25rem; font: 500 var(--text-table) var(--font); color: var(--soft); }
.side a { display: flex; align-items: center; gap: var(--space-2); min-height: 2rem; padding: 0 var(--space-2); border-radius: var(--radius); color: var(--text); text-decoration: none; }
.side a .ico { color: var(--soft); }
.side a:hover { background: var(--panel); }
.side a[aria-current] { background: var(--info-bg); color: var(--info); font-weight: 500; }
.side a[aria-current] .ico { color: inherit; }
.side .extra { display: none; }
#console main { max-width: none; width: 100%; margin: 0; padding: var(--space-5) var(--space-4) calc(2 * var(--space-6)); min-width: 0; }
#console .screen > * { max-width: 72rem; margin-left: auto; margin-right: auto; }
#console .signed-out { min-height: 90vh; max-width: 28rem; margin: 0 auto; display: flex; flex-direction: column; justify-content: center; }
.sign-in-card { display: grid; gap: var(--space-4); padding: var(--space-6) var(--space-5); border: 1px solid var(--hairline); border-radius: var(--radius-card); box-shadow: var(--shadow-menu); background: var(--page); }
#console .sign-in-card button { width: 100%; min-height: 2.75rem; }
#console .sign-in-card form { margin: 0; }
#console .sign-in-card input { min-height: 2.75rem; }
.shade { position: fixed; inset: 0; z-index: 7; background: ${BACKDROP}; }
.toasts { position: fixed; z-index: 9; right: var(--space-4); bottom: var(--space-4); left: var(--space-4); pointer-events: none; }
#console div:has(> .toasts .toast) main { padding-bottom: calc(5 * var(--space-6)); }
html:has(.toasts .toast) { scroll-padding-bottom: 9rem; }
.toasts, .toast-list, .jobs { display: flex; flex-direction: column; align-items: flex-end; gap: var(--space-2); margin: 0; padding: 0; list-style: none; }
.toast { display: flex; align-items: center; gap: var(--space-3); padding: .25rem .25rem .25rem var(--space-4); max-width: 30rem; background: var(--text); color: var(--page); border-radius: var(--radius-card); box-shadow: var(--shadow-menu); pointer-events: auto; overflow-wrap: anywhere; }
#console .toast button { color: inherit; white-space: nowrap; }
#console .toast button:hover { background: none; }

@media (pointer: coarse) {
  #console { --control: var(--control-touch); }
  .side a, #console .menu-list a, #console .menu-list button:not(.choice-of) { min-height: 2.75rem; }
}
@media (max-width: 59.99rem) {
  #console { --control: var(--control-touch); --bar: 3rem; }
  #console .bar { padding: 0 .25rem; gap: 0; }
  .bar .account { flex: 1 1 auto; }
  #console .bar .find { flex: none; padding: 0; min-width: var(--control); background: none; border: 0; box-shadow: none; justify-content: center; }
  .bar .find kbd, .bar .gap { display: none; }
  .bar .find span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  #console .bar .help { display: none; }
  #console .bar .create > button { border: 0; box-shadow: none; background: none; color: inherit; padding: 0; min-width: var(--control); }
  .bar .create > button .label, .bar .create > button .ico + .ico { display: none; }
  .modes a:not([aria-current]) { display: none; }
  .modes { background: none; border: 0; padding: 0; }
  .modes a { min-height: 2.75rem; border: solid transparent; border-width: .5rem 0; background-clip: padding-box; }
  #console .live .modes a { box-shadow: none; }
  .bar .account { min-height: 2.75rem; line-height: 1.75rem; }
  .side { position: fixed; z-index: 8; inset: 0 auto 0 0; width: min(18rem, 85vw); display: none; box-shadow: var(--shadow-dialog); }
  .side.open { display: block; }
  .side a { min-height: 2.75rem; }
  .side .extra { display: block; }
  #console .menu-list a, #console .menu-list button:not(.choice-of) { min-height: 2.75rem; }
  #console main { padding: var(--space-4) var(--space-4) calc(2 * var(--space-6)); }
}
@media (min-width: 60rem) {
  .frame { grid-template-columns: 14rem minmax(0, 1fr); align-items: start; }
  .side { position: sticky; top: var(--bar); height: calc(100vh - var(--bar)); border-right: 1px solid var(--hairline); }
  .bar .open-side { display: none !important; }
  #console main { padding: var(--space-5) var(--space-6) calc(2 * var(--space-6)); }
}
`;
