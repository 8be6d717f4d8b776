import { Agent, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import type { Answer } from '../../../scripts/support/api.ts';
import type { World } from '../support/world.ts';
import type { Value } from './schema.ts';

/** Where something is in a body. */
export type Place = readonly (string | number)[];

/** One change of the body that an operation takes: a value set, a field left out, or a token put as it is. */
export type Edit =
  | { readonly at: Place; readonly put: Value }
  | { readonly at: Place; readonly drop: true }
  | { readonly at: Place; readonly token: string };

/** What is done to the body's text after it was written. */
export type Rewrite =
  | { readonly whole: string }
  | { readonly before: string }
  | { readonly after: string }
  /** Put before the first member of the outermost object. */
  | { readonly member: string }
  /** The share of the text that is kept, from its begin on. */
  | { readonly keep: number }
  | { readonly encoding: 'latin1' | 'utf16le' };

export type Transport = 'plain' | 'chunked' | 'cut';

/** The refusal that a request with one fault must get. A path has no param. */
export interface Expected {
  readonly status: number;
  readonly codes: readonly string[];
  readonly param: string | null;
}

/** A request as a recipe. Ids in it, `<price_id>` (`<price_id?>`: of the same form, of no object), are those of the account that sends it. */
export interface Case {
  readonly about: string;
  /** Texts in place of ids in the path, encoded. */
  readonly path: Readonly<Record<string, string>>;
  /** The query as it is behind the question mark. */
  readonly query: string;
  readonly edits: readonly Edit[];
  readonly rewrite: Rewrite | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  /** `null`: any answer that is described will do. */
  readonly expected: Expected | null;
}

export const plainCase: Case = {
  about: 'what the operation takes',
  path: {},
  query: '',
  edits: [],
  rewrite: null,
  headers: {},
  transport: 'plain',
  expected: null,
};

const unknownOf = (id: string): string => id.replace(/[^_]+$/, (rest) => '0'.repeat(rest.length));

/** The text with the account's ids filled in. */
export const filled = (text: string, world: World): string =>
  text.replaceAll(/<(\w+_id)(\??)>/g, (match, name: string, unknown: string) => {
    const id = world[name];
    if (id === undefined) return match;
    return unknown === '' ? id : unknownOf(id);
  });

type Node = Record<string | number, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Sets a member, `__proto__` too, as a separate member. */
const setMember = (node: Node, name: string | number, value: unknown): void => {
  Object.defineProperty(node, name, { value, enumerable: true, configurable: true, writable: true });
};

const tokenMark = (index: number): string => `token ${index} goes here`;

const applied = (base: Value, edits: readonly Edit[]): unknown => {
  const body: unknown = structuredClone(base);
  for (const [index, edit] of edits.entries()) {
    const last = edit.at.at(-1);
    let node = body;
    for (const [depth, step] of edit.at.slice(0, -1).entries()) {
      if (!isNode(node)) break;
      if (!isNode(node[step])) setMember(node, step, typeof edit.at[depth + 1] === 'number' ? [] : {});
      node = node[step];
    }
    if (!isNode(node) || last === undefined) continue;
    if ('drop' in edit) delete node[last];
    else setMember(node, last, 'put' in edit ? structuredClone(edit.put) : tokenMark(index));
  }
  return body;
};

const rewritten = (text: string, rewrite: Rewrite | null): string => {
  if (rewrite === null || 'encoding' in rewrite) return text;
  if ('whole' in rewrite) return rewrite.whole;
  if ('before' in rewrite) return `${rewrite.before}${text}`;
  if ('after' in rewrite) return `${text}${rewrite.after}`;
  if ('member' in rewrite) return text === '{}' ? `{${rewrite.member}}` : `{${rewrite.member},${text.slice(1)}`;
  return text.slice(0, Math.floor(text.length * rewrite.keep));
};

/** The bytes of a case's body; `null` when it has none. `base` is what the operation takes, `null` when that is no body. */
export const bodyBytes = ({ edits, rewrite }: Case, base: Value, world: World): Buffer | null => {
  if (base === null && edits.length === 0 && rewrite === null) return null;
  const plain = JSON.stringify(applied(base ?? {}, edits));
  const withTokens = edits.reduce(
    (text, edit, index) => ('token' in edit ? text.replace(JSON.stringify(tokenMark(index)), () => edit.token) : text),
    plain,
  );
  const encoding = rewrite !== null && 'encoding' in rewrite ? rewrite.encoding : 'utf8';
  return Buffer.from(filled(rewritten(withTokens, rewrite), world), encoding);
};

export interface Wire {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly transport: Transport;
}

const CHUNK_BYTES = 7;
/** What a request that is cut off announces and does not send. */
const MISSING_BYTES = 10;
const TIMEOUT_MS = 60_000;

/** Sends bytes as they are; `null` when the service hangs up on a request that was cut off. */
export const wireTo = (baseUrl: string): ((wire: Wire) => Promise<Answer | null>) => {
  const secure = baseUrl.startsWith('https:');
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const open = secure ? requestSecure : requestPlain;
  return ({ method, path, headers, body, transport }) =>
    new Promise((resolve, reject) => {
      const length = body === null || transport === 'chunked' ? undefined : body.length + (transport === 'cut' ? MISSING_BYTES : 0);
      const outgoing = open(`${baseUrl}${path}`, {
        method,
        agent,
        timeout: TIMEOUT_MS,
        headers: { ...headers, ...(length === undefined ? {} : { 'content-length': String(length) }) },
      });
      outgoing.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ...readBody(text) });
        });
      });
      outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${path} gave no answer`)));
      outgoing.once('error', (error) => (transport === 'cut' ? resolve(null) : reject(error)));
      if (transport === 'plain' || body === null) outgoing.end(body ?? undefined);
      else if (transport === 'cut') outgoing.write(body, () => outgoing.socket?.end());
      else {
        for (let at = 0; at < body.length; at += CHUNK_BYTES) outgoing.write(body.subarray(at, at + CHUNK_BYTES));
        outgoing.end();
      }
    });
};

const readBody = (text: string): Pick<Answer, 'body' | 'error'> => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return { body: {}, error: null };
    const body = value as Answer['body'];
    return { body, error: (body.error ?? null) as Answer['error'] };
  } catch {
    return { body: {}, error: null };
  }
};
