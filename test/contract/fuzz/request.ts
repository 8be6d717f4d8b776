import { Agent, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import type { Answer } from '../../../scripts/support/api.ts';
import type { World } from '../support/world.ts';
import type { Value } from './schema.ts';

/** The path of a value in a body. */
export type BodyPath = readonly (string | number)[];

/** One change of a valid body: set a value, remove a field, or insert raw text. */
export type Edit =
  | { readonly at: BodyPath; readonly put: Value }
  | { readonly at: BodyPath; readonly drop: true }
  | { readonly at: BodyPath; readonly token: string };

/** A change of the serialized body. */
export type Rewrite =
  | { readonly whole: string }
  | { readonly before: string }
  | { readonly after: string }
  /** Inserted before the first member of the root object. */
  | { readonly member: string }
  /** Truncates the text to this fraction of its length. */
  | { readonly keep: number }
  | { readonly encoding: 'latin1' | 'utf16le' };

/** How the body is sent: in one piece, in chunks, or only a part, after which the client closes the connection. */
export type Transport = 'plain' | 'chunked' | 'cut';

/** The expected error, with one of the codes. `param`: `null` if the fault is in the path, since such an error names no parameter. */
export interface Expected {
  readonly status: number;
  readonly codes: readonly string[];
  readonly param: string | null;
}

/** A request template. When sent, `<price_id>` becomes the id of the account's price, and `<price_id?>` a price id that does not exist. */
export interface Case {
  readonly about: string;
  /** Encoded path segments that replace ids, by parameter name. */
  readonly path: Readonly<Record<string, string>>;
  /** The query without `?`. */
  readonly query: string;
  readonly edits: readonly Edit[];
  readonly rewrite: Rewrite | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly transport: Transport;
  /** `null`: any documented answer. */
  readonly expected: Expected | null;
}

export const validCase: Case = {
  about: 'a valid request',
  path: {},
  query: '',
  edits: [],
  rewrite: null,
  headers: {},
  transport: 'plain',
  expected: null,
};

/** An id with zeros after the prefix, which does not exist. */
const unknownIdOf = (id: string): string => id.replace(/[^_]+$/, (rest) => '0'.repeat(rest.length));

/** Replaces the id placeholders of a text, except placeholders of ids that `world` does not contain. */
export const fillIds = (text: string, world: World): string =>
  text.replaceAll(/<(\w+_id)(\??)>/g, (match, name: string, questionMark: string) => {
    const id = world[name];
    if (id === undefined) return match;
    return questionMark === '' ? id : unknownIdOf(id);
  });

type Node = Record<string | number, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Sets an own property, even for `__proto__`. */
const setMember = (node: Node, name: string | number, value: unknown): void => {
  Object.defineProperty(node, name, { value, enumerable: true, configurable: true, writable: true });
};

/** Text that `bodyBytes` replaces by the raw text of an edit. */
const tokenMark = (index: number): string => `token ${index} goes here`;

const applyEdits = (base: Value, edits: readonly Edit[]): unknown => {
  const body: unknown = structuredClone(base);
  for (const [index, edit] of edits.entries()) {
    const last = edit.at.at(-1);
    let node = body;
    for (const [depth, key] of edit.at.slice(0, -1).entries()) {
      if (!isNode(node)) break;
      if (!isNode(node[key])) setMember(node, key, typeof edit.at[depth + 1] === 'number' ? [] : {});
      node = node[key];
    }
    if (!isNode(node) || last === undefined) continue;
    if ('drop' in edit) delete node[last];
    else setMember(node, last, 'put' in edit ? structuredClone(edit.put) : tokenMark(index));
  }
  return body;
};

const applyRewrite = (text: string, rewrite: Rewrite | null): string => {
  if (rewrite === null || 'encoding' in rewrite) return text;
  if ('whole' in rewrite) return rewrite.whole;
  if ('before' in rewrite) return `${rewrite.before}${text}`;
  if ('after' in rewrite) return `${text}${rewrite.after}`;
  if ('member' in rewrite) return text === '{}' ? `{${rewrite.member}}` : `{${rewrite.member},${text.slice(1)}`;
  return text.slice(0, Math.floor(text.length * rewrite.keep));
};

/** The bytes of a case's body; `null`: no body. `base`: a valid body; `null` for operations without a body. */
export const bodyBytes = ({ edits, rewrite }: Case, base: Value, world: World): Buffer | null => {
  if (base === null && edits.length === 0 && rewrite === null) return null;
  const plain = JSON.stringify(applyEdits(base ?? {}, edits));
  const withTokens = edits.reduce(
    (text, edit, index) => ('token' in edit ? text.replace(JSON.stringify(tokenMark(index)), () => edit.token) : text),
    plain,
  );
  const encoding = rewrite !== null && 'encoding' in rewrite ? rewrite.encoding : 'utf8';
  return Buffer.from(fillIds(applyRewrite(withTokens, rewrite), world), encoding);
};

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly transport: Transport;
}

const CHUNK_BYTES = 7;
/** Bytes that a `cut` request announces in `Content-Length` and does not send. */
const MISSING_BYTES = 10;
const TIMEOUT_MS = 60_000;

/** Returns a function that sends raw requests. It returns `null` if the connection of a `cut` request is closed without an answer. */
export const rawSender = (baseUrl: string): ((request: RawRequest) => Promise<Answer | null>) => {
  const secure = baseUrl.startsWith('https:');
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const sendRequest = secure ? requestSecure : requestPlain;
  return ({ method, path, headers, body, transport }) =>
    new Promise((resolve, reject) => {
      const length = body === null || transport === 'chunked' ? undefined : body.length + (transport === 'cut' ? MISSING_BYTES : 0);
      const outgoing = sendRequest(`${baseUrl}${path}`, {
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
