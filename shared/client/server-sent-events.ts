/** One frame of a stream. */
export interface Frame {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

/** A frame from its lines; `null` for one without data, such as a comment that shows that the stream lives. */
const frameOf = (lines: readonly string[]): Frame | null => {
  let [id, event]: [string | null, string] = [null, 'message'];
  const data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [name, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    if (name === 'id') id = value;
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { id, event, data: data.join('\n') };
};

/**
 * The frames of a body, as they come. `alive` is called for whatever comes, comments too. Ends with the body; a frame that it breaks off in is
 * left out.
 */
export async function* framesIn(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const frame = frameOf(block.split('\n'));
        if (frame !== null) yield frame;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
