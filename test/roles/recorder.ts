import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/** What a function asked of AWS. */
export interface SeenCall {
  /** The function's id. */
  readonly by: string;
  readonly target: string;
  readonly body: string;
}

const running = new AsyncLocalStorage<string>();

/** Runs a function's work, so that what it asks is noted under its name. */
export const within = <T>(name: string, work: () => T): T => running.run(name, work);

const textOf = (chunk: unknown): string =>
  typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.from(chunk).toString('utf8') : '';

/** What a request says that it wants; of one to a bucket, its method and path. */
const targetOf = (sent: http.ClientRequest): string | null => {
  const target = sent.getHeader('x-amz-target');
  if (typeof target === 'string') return target;
  return String(sent.getHeader('authorization')).includes('/s3/aws4_request') ? `S3 ${sent.method} ${sent.path}` : null;
};

/** Notes the body of a request and tells it when the request is sent. */
const note = (sent: http.ClientRequest, reported: (body: string) => void): void => {
  const { write, end } = sent;
  let body = '';
  Reflect.set(sent, 'write', (...part: unknown[]) => {
    body += textOf(part[0]);
    return Reflect.apply(write, sent, part);
  });
  Reflect.set(sent, 'end', (...part: unknown[]) => {
    reported(body + textOf(part[0]));
    return Reflect.apply(end, sent, part);
  });
};

/**
 * From now on, tells of every request to a service of AWS that a function sends; those of nobody are `otherwise`'s, if named.
 * Returns what ends it.
 */
export const recordCalls = (tell: (call: SeenCall) => void, otherwise?: string): (() => void) => {
  const { request } = http;
  const noting = (...given: unknown[]): http.ClientRequest => {
    const sent: http.ClientRequest = Reflect.apply(request, http, given);
    const by = running.getStore() ?? otherwise;
    const target = targetOf(sent);
    if (by !== undefined && target !== null) note(sent, (body) => tell({ by, target, body: target.startsWith('S3 ') ? '' : body }));
    return sent;
  };
  const replace = (open: unknown): void => {
    Reflect.set(http, 'request', open);
    syncBuiltinESMExports();
  };
  replace(noting);
  return () => replace(request);
};
