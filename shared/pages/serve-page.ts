import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiError } from '../api/errors.ts';
import type { Input } from '../api/handler.ts';
import type { Operation } from '../api/operation.ts';
import type { RefusalPage } from '../api/pipeline/respond.ts';
import { chain, inputOf, type LambdaHandler, type PublicContext, publicContextOf } from '../api/serve.ts';
import { type Speech, speechFor } from '../locales/pages/locale.ts';
import type { Message } from '../locales/pages/texts.ts';
import { html } from '../platform/html.ts';
import { type Page, pageAnswer, type RenderedPage, renderPage } from './layout.ts';

/** What a reader is told of a refusal that is not about an address: its title and what to do. */
const messageFor = (error: ApiError, { texts }: Speech): Message => {
  const waitSeconds = Number(error.headers['retry-after'] ?? 0);
  if (error.code === 'rate_limited') return { title: texts.tooMany.title, text: texts.tooMany.text(waitSeconds) };
  return error.status >= 500 ? texts.broken : { title: texts.didNotWork, text: error.message };
};

/** A page that was merely read opens again by itself once it may; the query alone is an address relative to the page's own. */
const refreshAfter = (error: ApiError, method: string, rawQueryString: string): Pick<Page, 'refresh'> => {
  const waitSeconds = Number(error.headers['retry-after'] ?? 0);
  return method === 'GET' && waitSeconds > 0 ? { refresh: { afterSeconds: waitSeconds, url: `?${rawQueryString}` } } : {};
};

/** What stands at an address that names nothing. */
type UnknownPage = (locale: Speech) => RenderedPage;

const refusalPage =
  (unknownPage: UnknownPage): RefusalPage =>
  (error, { rawQueryString, requestContext, headers }) => {
    const locale = speechFor(null, headers['accept-language']);
    const { title, text } = messageFor(error, locale);
    const page =
      error.status === 404
        ? unknownPage(locale)
        : renderPage({
            title,
            content: html`<p>${text}</p>`,
            ...refreshAfter(error, requestContext.http.method, rawQueryString),
            brand: null,
            testMode: false,
            speech: locale,
          });
    const answer = pageAnswer(error.status, page);
    return { ...answer, headers: { ...answer.headers, ...error.headers } };
  };

/** A page's operation: its function makes the whole HTTP result. */
type PageOperation = Operation & { readonly response: 'html' };

/** The function of a page that people read: whatever its checks or its handler refuse is told as a page too, never as JSON. */
export const servePage = <Declared extends PageOperation>(
  operation: Declared,
  unknownPage: UnknownPage,
  handle: (input: Input<Declared>, context: PublicContext) => Promise<APIGatewayProxyStructuredResultV2>,
): LambdaHandler =>
  chain(operation, async (state, event) => handle(inputOf(state), publicContextOf(state, event)), refusalPage(unknownPage));
