import type { Refusal, SentEvent } from './usage-events.ts';

/** An event in the queue. `bytes`: size of its JSON. */
export interface QueuedEvent {
  readonly event: SentEvent;
  readonly bytes: number;
}

/** A refused event, with the reason. */
export interface RefusedEvent {
  readonly queued: QueuedEvent;
  readonly error: Refusal;
}

/** The functions of the caller that get the reports; without them, the reports are warnings on the console. */
interface Handlers {
  readonly onRefused?: (event: SentEvent, error: Refusal) => void;
  readonly onError?: (error: unknown) => void;
}

const warn = (message: string): void => {
  // biome-ignore lint/suspicious/noConsole: without a handler, lost usage would be noticed only on the invoice
  console.warn(message);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reports the refused events of a batch. Properties of events can be personal data, so the warning does not contain them. */
export const reportRefused = (refused: readonly RefusedEvent[], { onRefused }: Handlers): void => {
  const [first] = refused;
  if (first === undefined) return;
  if (onRefused === undefined) {
    const { code, message } = first.error;
    warn(
      `Usage events were refused and are not billed: ${refused.length}. The first: ${code}, ${message} Set \`usage.onRefused\` to handle them.`,
    );
    return;
  }
  for (const { queued, error } of refused) onRefused(queued.event, error);
};

/** Reports a request in the background that failed. `queued`: number of events that wait. */
export const reportFailure = (error: unknown, queued: number, { onError }: Handlers): void => {
  if (onError !== undefined) onError(error);
  else warn(`Usage events could not be sent and stay in the queue: ${queued}. ${messageOf(error)} Set \`usage.onError\` to handle this.`);
};

/** The reason that `onRefused` gets for an event that is still in the queue when the program exits. */
const NOT_RECORDED: Refusal = {
  code: 'not_recorded',
  param: null,
  reason: null,
  message: 'The program ended before the event was recorded. Send it again with the same id.',
};

/** Reports the events that are still in the queue when the program exits. `failure`: error of the last request; `null`: it did not fail. */
export const reportUnsent = (queue: readonly QueuedEvent[], failure: unknown, { onRefused }: Handlers): void => {
  if (queue.length === 0) return;
  if (onRefused !== undefined) for (const { event } of queue) onRefused(event, NOT_RECORDED);
  else {
    const reason = failure === null ? '' : ` ${messageOf(failure)}`;
    warn(`The program ended before usage events were recorded: ${queue.length}.${reason} Set \`usage.onRefused\` to store them.`);
  }
};
