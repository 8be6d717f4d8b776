import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Fault of one request to the database engine.
 * - `conflict`: the error of a transaction that was canceled because of a concurrent one; the request is not sent to the engine
 * - `throttled`: the error of a throttled request; the request is not sent to the engine
 * - `running`: the error of a repeated transaction whose first request is still running; the request is not sent to the engine
 * - `broken`: an internal server error; the request is not sent to the engine
 * - `reset_before`: connection reset before the request is sent to the engine
 * - `reset_after`: connection reset after the engine processed the request
 * - `stall`: no response after the engine processed the request, so that a test can kill the waiting caller
 * - `pass`: no fault; a plan uses it to let a call pass before the next fault
 */
export type Fault = 'conflict' | 'throttled' | 'running' | 'broken' | 'reset_before' | 'reset_after' | 'stall' | 'pass';

export interface Call {
  /** For example `TransactWriteItems`. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface FaultPlan {
  readonly faults: readonly Fault[];
  /** Selects calls of the operation; default: all. */
  readonly when?: (call: Call) => boolean;
}

/** A plan that the proxy applies to calls. */
export interface ActivePlan {
  /** Number of the plan's faults that have not occurred yet, including `pass`. */
  readonly outstanding: () => number;
}

/** An HTTP proxy that simulates faults between the SDK and a database engine. */
export interface FaultyProxy {
  readonly endpoint: string;
  /** Applies the faults to the next calls of the operation, one each, in order. */
  readonly plan: (operation: string, plan: FaultPlan) => ActivePlan;
  /** Applies the fault to every matching call until `clearFaults`. */
  readonly always: (operation: string, fault: Fault, when?: (call: Call) => boolean) => void;
  /** Removes all plans and resets `faultCount`. */
  readonly clearFaults: () => void;
  readonly faultCount: () => number;
  readonly stop: () => Promise<void>;
}

interface Rule {
  readonly operation: string;
  readonly when: (call: Call) => boolean;
  readonly remaining: Fault[];
  readonly permanent: Fault | null;
}

const CONTENT_TYPE = 'application/x-amz-json-1.0';
const NAMESPACE = 'com.amazonaws.dynamodb.v20120810#';
/** Text of simulated errors. Tests check that responses do not contain it. */
export const INTERNAL_DETAIL = 'partition 7 of table billing is on fire';

const conflictOf = (input: Call['input']): Readonly<Record<string, unknown>> => {
  const { TransactItems: items } = input;
  if (!Array.isArray(items)) return { __type: `${NAMESPACE}TransactionConflictException`, message: 'Transaction is ongoing for the item' };
  const reasons = items.map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return { __type: `${NAMESPACE}TransactionCanceledException`, Message: message, CancellationReasons: reasons };
};

const answerOf = (
  fault: 'conflict' | 'throttled' | 'running' | 'broken',
  input: Call['input'],
): readonly [number, Readonly<Record<string, unknown>>] => {
  switch (fault) {
    case 'conflict':
      return [400, conflictOf(input)];
    case 'throttled':
      return [400, { __type: `${NAMESPACE}ProvisionedThroughputExceededException`, message: INTERNAL_DETAIL }];
    case 'running':
      return [400, { __type: `${NAMESPACE}TransactionInProgressException`, message: INTERNAL_DETAIL }];
    case 'broken':
      return [500, { __type: `${NAMESPACE}InternalServerError`, message: INTERNAL_DETAIL }];
  }
};

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const forward = async (
  engine: string,
  request: IncomingMessage,
  body: Buffer,
): Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }> => {
  const names = ['content-type', 'x-amz-target', 'x-amz-date', 'authorization', 'x-amz-content-sha256'];
  const headers = Object.fromEntries(
    names.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])),
  );
  const answer = await fetch(engine, { method: request.method ?? 'POST', headers, body: new Uint8Array(body) });
  const type = answer.headers.get('content-type') ?? CONTENT_TYPE;
  return { status: answer.status, headers: { 'content-type': type }, body: Buffer.from(await answer.arrayBuffer()) };
};

/** Starts a proxy. `rewrite` changes the input of calls, for example to replace the idempotency token. */
export const startProxy = async (engine: string, rewrite: (call: Call) => Call['input'] = ({ input }) => input): Promise<FaultyProxy> => {
  let rules: Rule[] = [];
  let faultCount = 0;
  const faultFor = (call: Call): Fault => {
    const rule = rules.find(
      ({ operation, when, remaining, permanent }) =>
        operation === call.operation && (remaining.length > 0 || permanent !== null) && when(call),
    );
    const fault = rule?.remaining.shift() ?? rule?.permanent ?? 'pass';
    if (fault !== 'pass') faultCount += 1;
    return fault;
  };
  const handleRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = (await readAll(request)).toString('utf8');
    const call: Call = { operation: String(request.headers['x-amz-target']).split('.').at(-1) ?? '', input: JSON.parse(text || '{}') };
    const fault = faultFor(call);
    if (fault === 'reset_before') return reset(request);
    if (fault === 'conflict' || fault === 'throttled' || fault === 'running' || fault === 'broken') {
      const [status, body] = answerOf(fault, call.input);
      response.writeHead(status, { 'content-type': CONTENT_TYPE }).end(JSON.stringify(body));
      return;
    }
    const answer = await forward(engine, request, Buffer.from(JSON.stringify(rewrite(call))));
    if (fault === 'reset_after') return reset(request);
    if (fault === 'stall') return;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => reset(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (operation, { faults, when = () => true }) => {
      const remaining = [...faults];
      rules.push({ operation, when, remaining, permanent: null });
      return { outstanding: () => remaining.length };
    },
    always: (operation, fault, when = () => true) => void rules.push({ operation, when, remaining: [], permanent: fault }),
    clearFaults: () => {
      rules = [];
      faultCount = 0;
    },
    faultCount: () => faultCount,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const reset = (request: IncomingMessage): void => {
  request.socket.resetAndDestroy();
};
