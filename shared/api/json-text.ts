/** An answer whose text is kept as it is: what was stored as JSON goes out in the bytes that it was stored in. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a JSON object with one more field at its end. */
export const withField = (json: string, name: string, value: unknown): string =>
  `${json.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;

/** A list of objects of which each is a text already. */
export const listText = (data: readonly string[], hasMore: boolean): JsonText =>
  new JsonText(`{"object":"list","data":[${data.join(',')}],"has_more":${hasMore}}`);
