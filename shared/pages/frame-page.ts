import type { ScriptPage } from './script-page.ts';

/** The element fills its frame. */
const STYLE = `
body { padding: 0; }
#element { max-width: none; padding: var(--space-1); }
#element .order { padding: 0; background: none; border-radius: 0; }
`;

/** The page inside the payment element's frame. */
export const FRAME_PAGE: ScriptPage = {
  title: 'Payment',
  style: STYLE,
  assets: '../assets',
  root: { id: 'element', tag: 'main' },
  withoutScript: null,
  images: null,
  // The only page that other sites may embed. The page does nothing without a client secret.
  ancestors: '*',
};
