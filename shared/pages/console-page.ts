import { COMPONENT_STYLE } from './console-component-style.ts';
import { IMPORT_STYLE } from './console-import-style.ts';
import { LAYOUT_STYLE } from './console-layout-style.ts';
import type { ScriptPage } from './script-page.ts';

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
