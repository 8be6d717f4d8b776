import { COMPONENTS_PATH, componentPage } from './components/component-page.ts';
import type { DemoAccount } from './demo-account.ts';
import { homePage } from './home-page.ts';
import { gatewayResponse, type HttpResponse, toResponse } from './http-event.ts';
import { openInbox } from './mail/inbox.ts';
import { INBOX_PATH, inboxResponse } from './mail/inbox-pages.ts';
import type { Mailbox } from './mail/mailbox.ts';
import type { WithheldMails } from './mail/withheld-mails.ts';

/** The parts of a request on which the host's own routes depend. */
export interface LocalRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The header `Accept`. */
  readonly accept: string;
}

/** Responds to the host's own routes; `null` for routes of the service. */
export type LocalRoutes = (request: LocalRequest) => Promise<HttpResponse> | HttpResponse | null;

interface LocalState {
  readonly baseUrl: string;
  readonly dataDirectory: string;
  readonly demo: DemoAccount;
  readonly mailbox: Mailbox;
  readonly withheld: WithheldMails;
}

/** Creates the host's own routes: `/` for browsers, and those under `/_local/`. */
export const localRoutes = ({ baseUrl, dataDirectory, demo, mailbox, withheld }: LocalState): LocalRoutes => {
  const inbox = openInbox(mailbox, withheld, async (...input) => {
    // Loaded only when a withheld mail is shown, because this module needs the composers of all mails.
    const { composeWithheld } = await import('./mail/withheld-text.ts');
    return composeWithheld(...input);
  });
  const components = componentPage();
  return ({ method, path, query, accept }) => {
    const isBrowser = accept.includes('text/html');
    // Other clients get the service's 404.
    if (path === '/' && method === 'GET' && isBrowser) return homePage(baseUrl, demo);
    if (!path.startsWith('/_local/')) return null;
    if (method !== 'GET') return gatewayResponse(405, 'Method Not Allowed');
    if (path === INBOX_PATH && !isBrowser) return toResponse(mailbox.list());
    if (path === INBOX_PATH || path.startsWith(`${INBOX_PATH}/`)) return inboxResponse(inbox, path, query);
    if (path === COMPONENTS_PATH || path.startsWith(`${COMPONENTS_PATH}/`)) return components(path);
    if (path === '/_local/directory') return toResponse({ data_directory: dataDirectory });
    // The documentation shows the key in its examples. Pages of other origins cannot read the response, which has no CORS headers.
    if (path === '/_local/test_key') return toResponse({ test_key: demo.testKey });
    return gatewayResponse(404, 'Not Found');
  };
};
