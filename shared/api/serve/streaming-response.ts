import type { ServerResponse } from 'node:http';

/** Writes the body of a response after its head was sent, and ends the response. */
export type WriteBody = (response: ServerResponse) => void;

/** A 200 response with a streamed body; returned by operations of the stream process. */
export class StreamingResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly writeBody: WriteBody;
  constructor(headers: Readonly<Record<string, string>> & { readonly 'content-type': string }, writeBody: WriteBody) {
    this.headers = headers;
    this.writeBody = writeBody;
  }
}
