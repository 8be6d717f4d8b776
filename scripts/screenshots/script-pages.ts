import type { Page, Route } from 'playwright-core';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { CONSOLE_PAGE } from '../../shared/pages/console-page.ts';
import { FRAME_PAGE } from '../../shared/pages/frame-page.ts';
import { PORTAL_PAGE } from '../../shared/pages/portal-page.ts';
import { type ScriptNames, type ScriptPage, scriptPageResponse } from '../../shared/pages/script-page.ts';
import { FONT_FILES } from '../../shared/platform/font-files.generated.ts';
import { type BrowserScript, bundleForBrowsers } from '../build/browser.ts';
import { readFont } from '../generate/font-files.ts';
import { checkoutPage } from '../shop/page.ts';

/** Serves the pages that run scripts in the browser, with predefined API responses. */

export const SERVICE = 'https://billing.example';
export const SHOP = 'https://shop.example';

/** API responses by method and path: a body, or `ErrorResponse`. */
export type Answers = Readonly<Record<string, unknown>>;

export class ErrorResponse {
  readonly status: number;
  readonly error: Readonly<Record<string, string>>;

  constructor(status: number, error: Readonly<Record<string, string>>) {
    this.status = status;
    this.error = error;
  }
}

export interface Scripts {
  readonly loader: BrowserScript;
  readonly frame: BrowserScript;
  readonly portal: BrowserScript;
  readonly console: BrowserScript;
}

export const buildScripts = async (): Promise<Scripts> => {
  const bundle = (file: string) => bundleForBrowsers(REPOSITORY_ROOT, `functions/${file}`);
  const [loader, frame, portal, console] = await Promise.all([
    bundle('payment-element/browser/loader.ts'),
    bundle('payment-element/browser/frame.tsx'),
    bundle('portal/browser/portal.tsx'),
    bundle('console/browser/console.ts'),
  ]);
  return { loader, frame, portal, console };
};

const sendScript = (route: Route, script: Uint8Array): Promise<void> =>
  route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: Buffer.from(script) });

/** The font files by URL. */
const FONTS: ReadonlyMap<string, Buffer> = new Map(FONT_FILES.map(({ subset, name }) => [`${SERVICE}/assets/${name}`, readFont(subset)]));

/** Responds to requests for the font files, from pages of any origin. */
export const serveFonts = async (page: Page): Promise<void> => {
  for (const [url, body] of FONTS) {
    await page.route(url, (route) => route.fulfill({ contentType: 'font/woff2', headers: { 'access-control-allow-origin': '*' }, body }));
  }
};

const sendPage = (route: Route, page: ScriptPage, names: ScriptNames): Promise<void> => {
  const { statusCode: status, headers, body } = scriptPageResponse(page, names);
  return route.fulfill({ status, headers: { ...headers }, body });
};

const answer = (route: Route, answers: Answers): Promise<void> => {
  const request = route.request();
  const response = answers[`${request.method()} ${new URL(request.url()).pathname}`];
  if (response === undefined) return route.fulfill({ status: 404, json: { error: { code: 'resource_missing' } } });
  return response instanceof ErrorResponse
    ? route.fulfill({ status: response.status, json: { error: response.error } })
    : route.fulfill({ json: response });
};

const assetsOf = ({ name, script, chunks }: BrowserScript) =>
  [[name, script] as const, ...chunks].map(([file, contents]) => [`/assets/${file}`, contents] as const);

/** Responds to the requests of a page with the service's pages and scripts, the predefined API responses, and a shop's checkout page. */
export const serveScriptPages = async (
  page: Page,
  scripts: Scripts,
  answers: Answers,
  attributes: Readonly<Record<string, string>>,
): Promise<void> => {
  const assets = new Map<string, Uint8Array>([scripts.portal, scripts.console, scripts.frame].flatMap(assetsOf));
  await page.route(`${SERVICE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/portal') return sendPage(route, PORTAL_PAGE, scripts.portal);
    if (pathname === '/console') return sendPage(route, CONSOLE_PAGE, scripts.console);
    if (pathname === '/element/frame') return sendPage(route, FRAME_PAGE, scripts.frame);
    if (pathname === '/element.js') return sendScript(route, scripts.loader.script);
    const asset = assets.get(pathname);
    if (asset !== undefined) return sendScript(route, asset);
    return answer(route, answers);
  });
  await serveFonts(page);
  await page.route(`${SHOP}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/listener.js') return route.fulfill({ contentType: 'text/javascript', body: '' });
    const clientSecret = pathname.slice(1);
    const { markup, policy } = checkoutPage({ serviceUrl: SERVICE, clientSecret, attributes, styles: '' });
    return route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body: markup });
  });
};
