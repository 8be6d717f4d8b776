import type { ServerResponse } from 'node:http';

/** Where the load balancer asks whether the process that holds answers is well. */
export const HEALTH_PATH = '/health';

/** Goes on with an answer whose head is out: writes the body for as long as it likes, and ends it. */
export type Hold = (response: ServerResponse) => void;

/** A 200 whose body is written after the head. Given in place of a value by an operation that runs in the sidecar. */
export class HeldAnswer {
  readonly contentType: string;
  readonly hold: Hold;
  constructor(contentType: string, hold: Hold) {
    this.contentType = contentType;
    this.hold = hold;
  }
}
