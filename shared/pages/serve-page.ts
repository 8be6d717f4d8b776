import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiError } from '../api/errors/errors.ts';
import type { Operation } from '../api/operation.ts';
import type { RenderErrorPage } from '../api/pipeline/respond.ts';
import type { Input } from '../api/serve/handler.ts';
import { createHandler, inputOf, type LambdaHandler, type PublicContext, publicContextOf } from '../api/serve/serve.ts';
import type { Texts } from '../locales/pages/en.ts';
import { type PageLocale, pageLocaleFor } from '../locales/pages/locale.ts';
import { html } from '../platform/html.ts';
import { type Page, pageResponse, type RenderedPage, renderPage } from './layout.ts';

/** Title and text for errors other than 404. */
const messageFor = (error: ApiError, { texts }: PageLocale): Texts['failed'] => {
  const waitSeconds = Number(error.headers['retry-after'] ?? 0);
  if (error.code === 'rate_limited') return { title: texts.tooMany.title, text: texts.tooMany.text(waitSeconds) };
  return error.status >= 500 ? texts.broken : { title: texts.didNotWork, text: error.message };
};

/**
 * For a GET request whose error has a `retry-after` header: refreshes the page after that time. The URL is relative: only the query
 * string.
 */
const refreshAfter = (error: ApiError, method: string, rawQueryString: string): Pick<Page, 'refresh'> => {
  const waitSeconds = Number(error.headers['retry-after'] ?? 0);
  return method === 'GET' && waitSeconds > 0 ? { refresh: { afterSeconds: waitSeconds, url: `?${rawQueryString}` } } : {};
};

/** Renders the 404 page. */
type UnknownPage = (locale: PageLocale) => RenderedPage;

const refusalPage =
  (unknownPage: UnknownPage): RenderErrorPage =>
  (error, { rawQueryString, requestContext, headers }) => {
    // The error is sent as JSON, as for paths without a GET operation. It needs no page, because no page sends an unsupported method.
    if (error.code === 'method_not_allowed') return null;
    const locale = pageLocaleFor(null, headers['accept-language']);
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
            locale,
          });
    const response = pageResponse(error.status, page);
    return { ...response, headers: { ...response.headers, ...error.headers } };
  };

/** An operation whose handler returns the whole HTTP response. */
type PageOperation = Operation & { readonly response: 'html' };

/** Creates the handler of a page. Errors are also rendered as pages; only the error for an unsupported method is JSON. */
export const servePage = <Declared extends PageOperation>(
  operation: Declared,
  unknownPage: UnknownPage,
  handle: (input: Input<Declared>, context: PublicContext) => Promise<APIGatewayProxyStructuredResultV2>,
): LambdaHandler =>
  createHandler(operation, async (state, event) => handle(inputOf(state), publicContextOf(state, event)), {
    page: refusalPage(unknownPage),
  });
