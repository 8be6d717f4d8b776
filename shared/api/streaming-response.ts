import type { ServerResponse } from 'node:http';

/** Continues with an answer whose head is out: writes the body for as long as it likes, and ends it. */
export type WriteBody = (response: ServerResponse) => void;

/** A 200 whose body is written after the head. Given in place of a value by an operation that runs in the sidecar. */
export class StreamingResponse {
  readonly contentType: string;
  readonly writeBody: WriteBody;
  constructor(contentType: string, writeBody: WriteBody) {
    this.contentType = contentType;
    this.writeBody = writeBody;
  }
}
