import type { ScriptPage } from './script-page.ts';

const STYLE = `
#portal > * { max-width: 44rem; margin-left: auto; margin-right: auto; }
#portal header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; }
#portal header a { padding: .625rem 0; color: var(--accent); font-weight: 500; }
.part { border: 1px solid var(--hairline); border-radius: calc(var(--radius) * 1.5); padding: 1.25rem 1rem; margin-bottom: 1.25rem; }
.part > button, .part > .panel { margin-top: .75rem; }
.name { margin: 0; font-size: 1.25rem; font-weight: 600; }
.state { margin: 0 0 1rem; font-weight: 600; }
.panel { border-top: 1px solid var(--hairline); padding-top: 1rem; }
.panel h3 { margin: 0 0 .5rem; font-size: 1rem; }
.panel h3:focus { outline: none; }
.choices { display: grid; gap: .5rem; }
@media (min-width: 40rem) {
  .part { padding: 1.5rem; }
  .part > button { width: auto; display: inline-block; margin-right: .5rem; }
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
