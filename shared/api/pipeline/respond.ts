import * as v from 'valibot';
import { logError, logRequest, trackOutcome } from '../../platform/log-lines.ts';
import { Busy } from '../../store/core/busy.ts';
import { NewerRecord } from '../../store/core/objects.ts';
import { isOverload, isTransactionRunning } from '../../store/core/table.ts';
import { OutcomeUnknown } from '../../store/writer/transaction.ts';
import { FileContent } from '../calls/file-content.ts';
import { errorHeaders } from '../errors/error-response.ts';
import { ApiError, type ErrorEnvelope } from '../errors/errors.ts';
import { withRequestedId } from '../errors/missing-id.ts';
import type { Operation } from '../operation.ts';
import { JsonText } from '../schemas/json-text.ts';
import { SECURITY_HEADERS } from '../serve/http.ts';
import { encodeReport } from '../serve/large-response.ts';
import { fittingText } from '../serve/list-size.ts';
import { StreamingResponse } from '../serve/streaming-response.ts';
import { finishAdmission } from './admit.ts';
import { Replay, readStoredResponse } from './idempotency.ts';
import { requestLine } from './request-line.ts';
import { sampleRefusal } from './sample.ts';
import { type HttpEvent, type HttpRequest, type HttpResult, type Middleware, type RequestState, stateOf } from './state.ts';

const INTERNAL_ERROR = 500;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Converts an exception to the error that the caller sees. Unexpected exceptions are bugs and show no detail. */
const publicError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  if (error instanceof Busy || isOverload(error) || isTransactionRunning(error)) {
    return new ApiError('at_capacity', { message: 'The service is at capacity. Try again shortly.', headers: { 'retry-after': '1' } });
  }
  if (error instanceof NewerRecord) {
    return new ApiError('at_capacity', { message: 'The service is being updated. Try again shortly.', headers: { 'retry-after': '5' } });
  }
  if (error instanceof OutcomeUnknown) {
    return new ApiError('provider_unavailable', {
      message: 'The outcome of this request is unknown. Retry with the same Idempotency-Key.',
      reason: 'outcome_unknown',
    });
  }
  return new ApiError('internal_error', { message: 'Something went wrong on our side.' });
};

/** Renders an error as an HTML page; `null`: the error is sent as JSON. */
export type RenderErrorPage = (error: ApiError, event: HttpEvent) => HttpResult | null;

/**
 * Turns results, replays and errors into HTTP responses, after the hooks of all other middlewares, and writes the request's log line.
 * Errors are JSON, or rendered by `page`.
 */
export const respond = (operation: Operation, page: RenderErrorPage | null): Middleware => ({
  after: async (request) => {
    await setResponse(operation, page, request, async (state) => {
      await finishAdmission(operation, state);
      return successResponse(operation, request.response as unknown, request.event.headers['accept-encoding']);
    });
  },
  onError: async (request) => {
    await setResponse(operation, page, request, (state) => replayResponse(operation, state, request.error));
  },
});

const setResponse = async (
  operation: Operation,
  page: RenderErrorPage | null,
  request: HttpRequest,
  buildResult: (state: RequestState) => Promise<HttpResult>,
): Promise<void> => {
  const state = stateOf(request.context);
  const result = await buildResult(state).catch(async (error: unknown) => {
    const apiError = await reportError(operation, state, error);
    return page?.(apiError, request.event) ?? asJson(apiError, state.requestId);
  });
  request.response = {
    ...result,
    headers: { ...SECURITY_HEADERS, 'request-id': state.requestId, 'cache-control': 'no-store', ...state.headers, ...result.headers },
    ...(state.cookies.length === 0 ? {} : { cookies: state.cookies }),
    ...(request.event.requestContext.http.method === 'HEAD' ? { body: '' } : {}),
  };
  const status = result.statusCode ?? 200;
  // Refusals, such as those for a missing key or too much load, are not tracked: they do not show whether the code works.
  if (status < 400 || status === INTERNAL_ERROR) trackOutcome(status < 400 ? 'succeeded' : 'failed', { operation: operation.id });
  logRequest(requestLine(operation, state, request.event.requestContext.http.method, status));
};

/** Browsers show a PDF, and download other files. Only reports are compressed; documents are small. */
const fileAnswer = (operation: Operation, { name, contentType, bytes }: FileContent, acceptEncoding: string | undefined): HttpResult => {
  const disposition = contentType === 'application/pdf' ? 'inline' : 'attachment';
  const fileHeaders = { 'content-type': contentType, 'content-disposition': `${disposition}; filename="${name}"` };
  if (operation.files === undefined) {
    return { statusCode: 200, headers: fileHeaders, isBase64Encoded: true, body: Buffer.from(bytes).toString('base64') };
  }
  const { headers, ...body } = encodeReport(bytes, acceptEncoding);
  return { statusCode: 200, headers: { ...fileHeaders, ...headers }, ...body };
};

const successResponse = (operation: Operation, value: unknown, acceptEncoding: string | undefined): HttpResult => {
  // The stream process writes the body after the head.
  if (value instanceof StreamingResponse) return { statusCode: 200, headers: value.headers, body: '', writeBody: value.writeBody };
  if (value instanceof FileContent) return fileAnswer(operation, value, acceptEncoding);
  if (typeof operation.response === 'string') return value as HttpResult;
  const text = value instanceof JsonText ? value.text : fittingText(value);
  const checked = v.safeParse(operation.response, value instanceof JsonText ? JSON.parse(text) : value);
  if (!checked.success) reportMismatch(operation, checked.issues);
  if (operation.files === undefined) return { statusCode: 200, headers: JSON_TYPE, body: text };
  const { headers, ...body } = encodeReport(Buffer.from(text), acceptEncoding);
  return { statusCode: 200, headers: { ...JSON_TYPE, ...headers }, ...body };
};

/** Reports a response that does not match its schema: throws in tests, logs in production. */
const reportMismatch = (operation: Operation, issues: readonly v.BaseIssue<unknown>[]): void => {
  const where = issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.type}`).join('; ');
  const error = new Error(`the response of ${operation.id} does not match its schema at ${where}`);
  if (process.env.STRICT_RESPONSES === '1') throw error;
  logError(error, { operation: operation.id });
};

/** Returns the response of a replay; rethrows all other errors. */
const replayResponse = async (operation: Operation, state: RequestState, error: unknown): Promise<HttpResult> => {
  await finishAdmission(operation, state);
  if (!(error instanceof Replay)) throw error;
  const { status } = error.answer;
  const body = await readStoredResponse(state, error.answer);
  const replayed = { 'idempotent-replayed': 'true' };
  if (status >= 400) state.errorCode = (JSON.parse(body) as ErrorEnvelope).error.code;
  const headers = status < 400 ? { ...JSON_TYPE, ...replayed } : errorHeaders(JSON.parse(body) as ErrorEnvelope, replayed);
  return { statusCode: status, headers, body };
};

/**
 * Converts an exception to the error that the caller sees. Logs the exception if it is a bug, if the outcome is unknown, or if a newer
 * release wrote the record. Writes a sample of the refusals to the audit log.
 */
const reportError = async (operation: Operation, state: RequestState, error: unknown): Promise<ApiError> => {
  const apiError = withRequestedId(publicError(error), operation, state);
  state.errorCode = apiError.code;
  if (apiError.code === 'internal_error' || error instanceof OutcomeUnknown || error instanceof NewerRecord)
    logError(error, { requestId: state.requestId });
  await sampleRefusal(operation, state, apiError.code);
  return apiError;
};

const asJson = (error: ApiError, requestId: string): HttpResult => {
  const envelope = error.envelope(requestId);
  return { statusCode: error.status, headers: errorHeaders(envelope, error.headers), body: JSON.stringify(envelope) };
};
