import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isObject } from './files.ts';

/** A function that runs in a separate thread, so that its computation does not block requests. */
export interface ThreadedFunction {
  /** Rejects if the function throws, or if the thread ends before the function returns. */
  invoke(event: unknown, deadlineMs: number): Promise<unknown>;
  stop(): Promise<void>;
}

/** Code of the thread; it cannot import TypeScript or modules of this program. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const loading = import(workerData);
loading.catch(() => undefined);
parentPort.on('message', async ({ call, event, deadlineMs }) => {
  try {
    const { handler } = await loading;
    const context = { getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()) };
    parentPort.postMessage({ call, result: await handler(event, context) });
  } catch (error) {
    parentPort.postMessage({ call, fault: String(error?.stack ?? error) });
  }
});
`;

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread at the first call, and again if it has ended. A thread gets the environment variables as they are when it starts. */
export const threadedFunction = (bundle: string): ThreadedFunction => {
  const pendingCalls = new Map<number, PendingCall>();
  let thread: Worker | null = null;
  let lastCall = 0;
  const settle = (message: unknown): void => {
    if (!isObject(message)) return;
    const call = Number(message['call']);
    const pendingCall = pendingCalls.get(call);
    pendingCalls.delete(call);
    if ('fault' in message) pendingCall?.reject(new Error(String(message['fault'])));
    else pendingCall?.resolve(message['result']);
  };
  const onEnd = (ended: Worker, error: Error): void => {
    // A failed thread emits `error` and then `exit`. Ignores the `exit`, because the next thread may have started in between.
    if (thread !== ended) return;
    thread = null;
    for (const { reject } of pendingCalls.values()) reject(error);
    pendingCalls.clear();
  };
  const start = (): Worker => {
    const started = new Worker(PROGRAM, { eval: true, workerData: pathToFileURL(bundle).href, stdout: true });
    started.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk));
    started.on('message', settle);
    started.on('error', (error) => onEnd(started, error));
    started.on('exit', () => onEnd(started, new Error(`The thread of ${bundle} ended.`)));
    return started;
  };
  return {
    invoke: (event, deadlineMs) =>
      new Promise((resolve, reject) => {
        thread ??= start();
        lastCall += 1;
        pendingCalls.set(lastCall, { resolve, reject });
        thread.postMessage({ call: lastCall, event, deadlineMs });
      }),
    stop: async () => {
      await thread?.terminate();
    },
  };
};
