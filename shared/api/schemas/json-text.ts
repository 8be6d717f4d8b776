import { fittingItems } from '../serve/list-size.ts';

/** A response that is JSON text already; it is sent unchanged. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Appends a field to the text of a JSON object with at least one field. */
export const withField = (json: string, name: string, value: unknown): string =>
  `${json.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;

/** Builds a list object from JSON texts. Leaves out items that do not fit into one response, like `fittingText`. */
export const listText = (data: readonly string[], hasMore: boolean): JsonText => {
  const count = fittingItems(data);
  return new JsonText(`{"object":"list","data":[${data.slice(0, count).join(',')}],"has_more":${hasMore || count < data.length}}`);
};
