import type { ScriptPage } from './script-page.ts';
import { COMPONENT_STYLE } from './style/console-component-style.ts';
import { IMPORT_STYLE } from './style/console-import-style.ts';
import { LAYOUT_STYLE } from './style/console-layout-style.ts';

/** The page of the console. */
export const CONSOLE_PAGE: ScriptPage = {
  title: 'Console',
  style: `${LAYOUT_STYLE}${COMPONENT_STYLE}${IMPORT_STYLE}`,
  assets: 'assets',
  root: { id: 'console', tag: 'div' },
  withoutScript: 'This page needs JavaScript.',
  // An uploaded logo.
  images: "'self'",
  ancestors: "'none'",
};
