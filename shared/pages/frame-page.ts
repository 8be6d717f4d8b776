import type { ScriptPage } from './script-page.ts';

/** The element takes all the space of its frame, and no more. */
const STYLE = `
body { padding: 0; }
#element { max-width: none; padding: 4px; }
#element h1 { font-size: 1.25rem; }
#element .order { padding: 0; background: none; border-radius: 0; }
`;

/** The page in the payment element's frame. */
export const FRAME_PAGE: ScriptPage = {
  title: 'Payment',
  style: STYLE,
  assets: '../assets',
  root: { id: 'element', tag: 'main' },
  withoutScript: null,
  images: null,
  // The one page that is in shops' pages. It does nothing without a client secret.
  ancestors: '*',
};
