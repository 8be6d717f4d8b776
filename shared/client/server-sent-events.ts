/** One server-sent event. `data` is `null` in a frame without data, such as a comment. Such a frame can have an id. */
export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: string | null;
}

const frameOf = (lines: readonly string[]): Frame => {
  let [id, event]: [string | null, string] = [null, 'message'];
  const data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    if (name === 'id') id = value;
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return { id, event, data: data.length === 0 ? null : data.join('\n') };
};

/**
 * Yields the frames of a body as they arrive. Calls `onChunk` for each received chunk. Ends with the body; ignores an incomplete frame at
 * the end.
 */
export async function* framesIn(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield frameOf(block.split('\n'));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
