/** The texts of an error. They contain what the caller sent, for example the name of an unknown field, which can be long. */
export interface ErrorTexts {
  readonly param: string | null;
  readonly message: string;
}

/**
 * Maximum number of bytes of all error texts of a response. The rest of an outcome has at most 200 bytes, so a response with 1000 outcomes
 * has less than 400 KB. It is stored for replays in one item of the table, and 400 KB is the maximum of an item.
 */
const MAX_BYTES = 190_000;
/** The part of an error's maximum bytes that its `param` may use; the rest is for its `message`. */
const PARAM_PART = 1 / 3;

const ELLIPSIS = '…';

/** Bytes of a text in JSON, where control characters have six. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Returns the text, or as many of its first characters as `maxBytes` allow, with an ellipsis. */
const shorten = (text: string, maxBytes: number): string => {
  if (bytesOf(text) <= maxBytes) return text;
  const quotes = bytesOf('');
  let [bytes, end] = [bytesOf(ELLIPSIS), 0];
  for (const character of text) {
    bytes += bytesOf(character) - quotes;
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return `${text.slice(0, end)}${ELLIPSIS}`;
};

const textBytesOf = ({ param, message }: ErrorTexts): number => bytesOf(param ?? '') + bytesOf(message);

/** If the texts of all errors are too large for a response, shortens those of each error to the same maximum. */
export const limitErrorTexts = <Outcome extends { readonly error: ErrorTexts | null }>(
  outcomes: readonly Outcome[],
): readonly Outcome[] => {
  const sizes = outcomes.flatMap(({ error }) => (error === null ? [] : [textBytesOf(error)]));
  if (sizes.reduce((sum, size) => sum + size, 0) <= MAX_BYTES) return outcomes;
  const maxBytes = MAX_BYTES / sizes.length;
  return outcomes.map((outcome) => {
    if (outcome.error === null) return outcome;
    const { param, message } = outcome.error;
    const texts = {
      param: param === null ? null : shorten(param, maxBytes * PARAM_PART),
      message: shorten(message, maxBytes * (1 - PARAM_PART)),
    };
    return { ...outcome, error: { ...outcome.error, ...texts } };
  });
};
