import { setTimeout as pause } from 'node:timers/promises';

/** An object of the API as an outsider sees it. */
export type ApiObject = Readonly<Record<string, unknown>> & { readonly id: string };

/** A caller of the API with a secret key. Anything but 200 is thrown, with what the service said. */
export interface Client {
  readonly get: (path: string) => Promise<ApiObject>;
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<ApiObject>;
  readonly delete: (path: string) => Promise<ApiObject>;
  /** The whole list, newest first, page after page. */
  readonly list: (path: string) => Promise<readonly ApiObject[]>;
}

const DEADLINE_MS = 30_000;
/** How often a refusal for coming too fast is waited out, as long as the service asks for. */
const MOST_WAITS = 30;
const PAGE = 100;

export const clientOf = (baseUrl: string, key: string): Client => {
  const call = async (method: string, path: string, body?: unknown, patience = MOST_WAITS): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 429 && patience > 0) {
      await pause(Number(response.headers.get('retry-after')) * 1000);
      return call(method, path, body, patience - 1);
    }
    if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
  const list = async (path: string): Promise<readonly ApiObject[]> => {
    const items: ApiObject[] = [];
    for (;;) {
      const after = items.at(-1) === undefined ? '' : `&starting_after=${items.at(-1)?.id}`;
      const page = (await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${after}`)) as {
        readonly data: readonly ApiObject[];
        readonly has_more: boolean;
      };
      items.push(...page.data);
      if (!page.has_more) return items;
    }
  };
  return {
    get: async (path) => (await call('GET', path)) as ApiObject,
    post: async (path, body) => (await call('POST', path, body)) as ApiObject,
    delete: async (path) => (await call('DELETE', path)) as ApiObject,
    list,
  };
};

/** A field that must be text. */
export const textOf = (object: ApiObject, field: string): string => {
  const value = object[field];
  if (typeof value !== 'string') throw new Error(`${object.id} has no ${field}`);
  return value;
};

/** A field that must be a number. */
export const numberOf = (object: ApiObject, field: string): number => {
  const value = object[field];
  if (typeof value !== 'number') throw new Error(`${object.id} has no ${field}`);
  return value;
};
