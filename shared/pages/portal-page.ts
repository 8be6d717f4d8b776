import type { ScriptPage } from './script-page.ts';

const STYLE = `
#portal > * { max-width: 44rem; margin-left: auto; margin-right: auto; }
#portal header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: var(--space-2) var(--space-4); }
#portal header a { padding: var(--space-3) 0; color: var(--accent); font-weight: 500; }
.part { border: 1px solid var(--hairline); border-radius: var(--radius-card); padding: var(--space-4); margin-bottom: var(--space-4); }
.part > button, .part > .panel { margin-top: var(--space-3); }
.name { margin: 0; font: 600 var(--text-title) var(--font); }
.state { margin: 0 0 var(--space-4); font-weight: 600; }
.panel { border-top: 1px solid var(--hairline); padding-top: var(--space-4); }
.panel h3 { margin: 0 0 var(--space-2); font: 600 var(--text-section) var(--font); }
.panel h3:focus { outline: none; }
.choices { display: grid; gap: var(--space-2); }
@media (min-width: 40rem) {
  .part { padding: var(--space-5); }
  .part > button { width: auto; display: inline-block; margin-right: var(--space-2); }
  .choices { grid-template-columns: 1fr 1fr; }
}
`;

/** The page of the billing portal. */
export const PORTAL_PAGE: ScriptPage = {
  title: 'Billing',
  style: STYLE,
  assets: 'assets',
  root: { id: 'portal', tag: 'div' },
  withoutScript: 'This page needs JavaScript.',
  // A merchant's logo can be on any host. An uploaded logo is on this host, which has no https on a developer's machine.
  images: "'self' https:",
  ancestors: "'none'",
};
