/** Styles of the import screens in the console. */
export const IMPORT_STYLE = `
.import-steps { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; margin: 0 0 1.5rem; padding: 0; counter-reset: step; color: var(--soft); }
.import-steps li { counter-increment: step; padding: .25rem 0; }
.import-steps li::before { content: counter(step) ". "; }
.import-steps li[aria-current] { color: var(--text); font-weight: 600; box-shadow: inset 0 -2px 0 var(--accent); }
#console .screen > p, #console .import-step > * + *, #console .screen > [aria-busy] > p { margin-top: var(--space-2); margin-bottom: var(--space-3); }
#console .screen h2:focus-visible { outline: none; }
.import-drop { padding: 1rem; border: 2px dashed var(--line); border-radius: var(--radius); max-width: 36rem; }
.import-drop.over { border-color: var(--accent); background: var(--panel); }
.import-drop input[type=file] { padding: .5rem; }
.screen > section > form.import-form { max-width: 48rem; }
#console .import-step > ul.notice { padding-left: var(--space-5); }
#console .screen > [aria-busy] + .card { margin-top: var(--space-4); }
.import-pairs { list-style: none; margin: 0 0 1rem; padding: 0; }
.import-pairs li { margin: 0; padding: .75rem 0 .25rem; border-top: 1px solid var(--hairline); }
.import-pairs label { overflow-wrap: anywhere; }
.import-pairs p { overflow-wrap: anywhere; }
.import-progress { max-width: 36rem; margin-bottom: 1.5rem; }
.import-progress p { margin: 0 0 .25rem; }
.import-progress progress { display: block; width: 100%; height: .75rem; accent-color: var(--accent); }
.import-cell { overflow-wrap: anywhere; white-space: normal; }
.row .button { display: inline-flex; align-items: center; width: auto; min-height: var(--control-touch); padding: .5rem .75rem; font: 600 var(--text-body) var(--font); }
.button.quiet { background: var(--page); color: var(--text); border-color: var(--line); font-weight: 500; }
.screen h3 { font: 600 var(--text-section) var(--font); margin: 1rem 0 .5rem; }
@media (max-width: 39.99rem) {
  .import-row::before { content: "Row "; }
  .rows td.import-none { display: none; }
}
@media (min-width: 40rem) {
  .import-faults { min-width: 14rem; }
  .import-cell { min-width: 9rem; }
  .import-pairs li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; align-items: center; }
}
`;
