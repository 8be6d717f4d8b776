import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { CONSOLE_PAGE } from '../../../shared/pages/console-page.ts';
import { scriptPageResponse } from '../../../shared/pages/script-page.ts';
import { FONT_FILES } from '../../../shared/platform/font-files.generated.ts';
import type { BrowserScript } from '../../build/browser.ts';
import { gatewayResponse, type HttpResponse, toResponse } from '../http-event.ts';

/** The component page: the components of the console in each of their states, with sample data. Only the local host serves it. */

export const COMPONENTS_PATH = '/_local/components';

const STYLE = `
.samples { display: grid; }
.samples > nav { padding: var(--space-4); border-bottom: 1px solid var(--hairline); }
.samples > nav ul { display: flex; flex-wrap: wrap; gap: 0 var(--space-4); list-style: none; margin: 0 0 var(--space-3); padding: 0; }
.samples > nav a { display: inline-flex; align-items: center; min-height: max(2rem, var(--control)); }
.samples > nav a[aria-current] { color: var(--text); font-weight: 600; }
#console .samples main > * { max-width: 40rem; margin-left: 0; }
#console .samples section[data-sample] > h2 { margin: var(--space-5) 0 var(--space-2); font: 500 var(--text-table) var(--font); color: var(--soft); }
.stage { padding: var(--space-3); }
.stage.tall { min-height: 16rem; }
#console .stage .actions { justify-content: flex-end; }
`;

const PAGE = { ...CONSOLE_PAGE, title: 'Components', style: `${CONSOLE_PAGE.style}${STYLE}`, assets: 'components' };

/** Bundles the page's script from the current sources. The bundler is loaded with the first request. */
const bundle = async (): Promise<BrowserScript> => {
  const { bundleForBrowsers } = await import('../../build/browser.ts');
  return bundleForBrowsers(REPOSITORY_ROOT, 'scripts/local/components/browser/page.tsx');
};

/**
 * Returns the handler of the component page and its scripts. Each request of the page bundles the sources again, so that a reload shows
 * their changes.
 */
export const componentPage = () => {
  let scripts: ReadonlyMap<string, Uint8Array> = new Map();
  return async (path: string): Promise<HttpResponse> => {
    if (path === COMPONENTS_PATH) {
      const bundled = await bundle();
      scripts = new Map([[bundled.name, bundled.script], ...bundled.chunks]);
      return toResponse(scriptPageResponse(PAGE, bundled));
    }
    const file = path.slice(COMPONENTS_PATH.length + 1);
    if (FONT_FILES.some(({ name }) => name === file)) return toResponse({ statusCode: 307, headers: { location: `../../assets/${file}` } });
    const script = scripts.get(file);
    if (script === undefined) return gatewayResponse(404, 'Not Found');
    return {
      status: 200,
      headers: { 'content-type': 'text/javascript', 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
      body: Buffer.from(script),
    };
  };
};
