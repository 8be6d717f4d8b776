import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { isObject } from './files.ts';

/** A function that runs in a separate thread, so that what it computes holds up no request. */
export interface ThreadedFunction {
  /** Rejects as the function does, and when its thread ends before it answered. */
  invoke(event: unknown, deadlineMs: number): Promise<unknown>;
  stop(): Promise<void>;
}

/** Runs in the thread, where neither the compiler nor this program's modules are. */
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

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread at the first call, and another when it ended. It takes over the environment of that moment. */
export const threadedFunction = (bundle: string): ThreadedFunction => {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let calls = 0;
  const settle = (message: unknown): void => {
    if (!isObject(message)) return;
    const call = Number(message['call']);
    const caller = waiting.get(call);
    waiting.delete(call);
    if ('fault' in message) caller?.reject(new Error(String(message['fault'])));
    else caller?.resolve(message['result']);
  };
  const ended = (error: Error): void => {
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(PROGRAM, { eval: true, workerData: pathToFileURL(bundle).href, stdout: true });
    started.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk));
    started.on('message', settle);
    started.on('error', ended);
    started.on('exit', () => ended(new Error(`the thread of ${bundle} ended`)));
    return started;
  };
  return {
    invoke: (event, deadlineMs) =>
      new Promise((resolve, reject) => {
        thread ??= start();
        calls += 1;
        waiting.set(calls, { resolve, reject });
        thread.postMessage({ call: calls, event, deadlineMs });
      }),
    stop: async () => {
      await thread?.terminate();
    },
  };
};
