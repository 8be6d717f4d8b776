import { channel, tracingChannel } from 'node:diagnostics_channel';

/**
 * Diagnostics channels on which the local host reports what AWS would bill: invocations of functions, executions of state machines, and
 * events on the bus. Without a subscriber, nothing is published.
 */

export interface Invocation {
  readonly functionId: string;
  readonly event: unknown;
}

/** An execution that has ended, also if it failed. `transitions`: the number of entered states and of retries. */
export interface ExecutionUse {
  readonly machine: string;
  readonly isExpress: boolean;
  readonly transitions: number;
  readonly ms: number;
}

/** An event on the bus. `targets`: the number of its targets. */
export interface BusEvent {
  readonly bytes: number;
  readonly targets: number;
}

/** Traces each invocation of a function, with an `Invocation` as its context. */
export const invocationChannel = tracingChannel<unknown, Invocation>('billing:invocation');
/** Publishes an `ExecutionUse` at the end of each execution. */
export const executionChannel = channel('billing:execution');
/** Publishes a `BusEvent` for each event. */
export const busEventChannel = channel('billing:bus-event');
