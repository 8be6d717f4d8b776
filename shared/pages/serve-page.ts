import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiError } from '../api/errors.ts';
import type { Operation } from '../api/operation.ts';
import type { RefusalPage } from '../api/pipeline/respond.ts';
import { chain, type Input, inputOf, type LambdaHandler, type PublicContext, publicContextOf } from '../api/serve.ts';
import { html, type Piece } from '../platform/html.ts';
import { type Page, pageAnswer, renderPage } from './layout.ts';

const seconds = (count: number): string => `${count} second${count === 1 ? '' : 's'}`;

/** What a reader is told of a refusal that is not about an address: its title and what to do. */
const wordsFor = (error: ApiError): { readonly title: string; readonly content: Piece } => {
  const waitSeconds = Number(error.headers['retry-after'] ?? 0);
  if (error.code === 'rate_limited') {
    return { title: 'Too many requests', content: html`<p>This page was asked for too often. Try again in ${seconds(waitSeconds)}.</p>` };
  }
  if (error.status >= 500) {
    return { title: 'Something went wrong', content: html`<p>This page cannot be shown right now. Try again in a moment.</p>` };
  }
  return { title: 'This did not work', content: html`<p>${error.message}</p>` };
};

/** A page that was merely read opens again by itself once it may; the query alone is an address relative to the page's own. */
const refreshAfter = (error: ApiError, method: string, rawQueryString: string): Pick<Page, 'refresh'> => {
  const waitSeconds = Number(error.headers['retry-after'] ?? 0);
  return method === 'GET' && waitSeconds > 0 ? { refresh: { afterSeconds: waitSeconds, url: `?${rawQueryString}` } } : {};
};

const refusalPage =
  (unknownPage: () => string): RefusalPage =>
  (error, { rawQueryString, requestContext }) => {
    const page =
      error.status === 404
        ? unknownPage()
        : renderPage({
            ...wordsFor(error),
            ...refreshAfter(error, requestContext.http.method, rawQueryString),
            merchantName: null,
            testMode: false,
          });
    const answer = pageAnswer(error.status, page);
    return { ...answer, headers: { ...answer.headers, ...error.headers } };
  };

/** A page's operation: its function makes the whole HTTP result. */
type PageOperation = Operation & { readonly response: 'html' };

/**
 * The function of a page that people read: whatever its checks or its handler refuse is told as a page too, never as JSON.
 * `unknownPage` is what stands at an address that names nothing.
 */
export const servePage = <Declared extends PageOperation>(
  operation: Declared,
  unknownPage: () => string,
  handle: (input: Input<Declared>, context: PublicContext) => Promise<APIGatewayProxyStructuredResultV2>,
): LambdaHandler =>
  chain(operation, async (state, event) => handle(inputOf(state), publicContextOf(state, event)), refusalPage(unknownPage));
