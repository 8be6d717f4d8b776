import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/** An AWS request that a Lambda function sent. */
export interface RecordedRequest {
  /** The id of the function. */
  readonly by: string;
  /** As returned by `targetOf`. */
  readonly target: string;
  readonly body: string;
}

const currentFunctionId = new AsyncLocalStorage<string>();

/** Runs `work` as the function `id`: its requests are recorded with this id. */
export const runAsFunction = <T>(id: string, work: () => T): T => currentFunctionId.run(id, work);

const textOf = (chunk: unknown): string =>
  typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.from(chunk).toString('utf8') : '';

/**
 * Returns the target of a request: the `x-amz-target` header, or method and path of an S3 request; `null`: any other request, such as one
 * to SES.
 */
const targetOf = (outgoing: http.ClientRequest): string | null => {
  const target = outgoing.getHeader('x-amz-target');
  if (typeof target === 'string') return target;
  return String(outgoing.getHeader('authorization')).includes('/s3/aws4_request') ? `S3 ${outgoing.method} ${outgoing.path}` : null;
};

/** Collects the body of a request while it is written, and passes it to `onSent` at the end. */
const collectBody = (outgoing: http.ClientRequest, onSent: (body: string) => void): void => {
  const { write, end } = outgoing;
  let body = '';
  Reflect.set(outgoing, 'write', (...part: unknown[]) => {
    body += textOf(part[0]);
    return Reflect.apply(write, outgoing, part);
  });
  Reflect.set(outgoing, 'end', (...part: unknown[]) => {
    onSent(body + textOf(part[0]));
    return Reflect.apply(end, outgoing, part);
  });
};

/**
 * Passes to `record` every AWS request with a target (`targetOf`) that this process sends from now on. A request outside `runAsFunction` has the
 * function id `defaultId`; if `defaultId` is omitted, such a request is ignored. Returns a function that stops recording.
 */
export const recordRequests = (record: (request: RecordedRequest) => void, defaultId?: string): (() => void) => {
  const { request } = http;
  const recordingRequest = (...args: unknown[]): http.ClientRequest => {
    const outgoing: http.ClientRequest = Reflect.apply(request, http, args);
    const by = currentFunctionId.getStore() ?? defaultId;
    const target = targetOf(outgoing);
    if (by !== undefined && target !== null)
      collectBody(outgoing, (body) => record({ by, target, body: target.startsWith('S3 ') ? '' : body }));
    return outgoing;
  };
  const replace = (implementation: unknown): void => {
    Reflect.set(http, 'request', implementation);
    syncBuiltinESMExports();
  };
  replace(recordingRequest);
  return () => replace(request);
};
