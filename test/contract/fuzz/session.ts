import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from '../../../scripts/support/api.ts';
import {
  bodyOf,
  createSpareIds,
  headersFor,
  idsFor,
  modeOf,
  type Operation,
  operations,
  pathWith,
  withQuery,
} from '../support/operations.ts';
import type { World } from '../support/world.ts';
import type { Accounts, FuzzAccount } from './accounts.ts';
import { allRules, alteredFields, differingFields, sortKeys } from './answer-rules.ts';
import type { DescribedOperation, Document } from './document.ts';
import { bodyBytes, type Case, fillIds, type RawRequest } from './request.ts';
import type { Value } from './schema.ts';

/** The service, its OpenAPI document and the accounts to test with. */
export interface Fixture {
  readonly baseUrl: string;
  readonly document: Document;
  readonly described: readonly DescribedOperation[];
  readonly accounts: Accounts;
  readonly send: (request: RawRequest) => Promise<Answer | null>;
}

/** Maximum number of rate limit tokens of one case: to create objects, for the request and for its repetition. */
const TOKENS_PER_CASE = 8;
/** The value of this field is different in each answer. */
const CHANGING_FIELD = 'client_secret';

const PING: RawRequest = { method: 'GET', path: '/v1/ping', headers: {}, body: null, transport: 'plain' };
const remainingTokensIn = (answer: Answer | null | undefined): string | undefined =>
  answer?.headers['x-ratelimit-remaining'] as string | undefined;

const failureOf = ({ id }: DescribedOperation, testCase: Case, request: RawRequest, answer: Answer, violations: readonly string[]): Error =>
  new Error(
    [
      `${id}, ${testCase.about}: ${violations.join('; ')}`,
      `${request.method} ${request.path}`,
      request.body === null ? '' : request.body.toString('utf8').slice(0, 1500),
      `answered ${answer.status} ${answer.text.slice(0, 1500)}`,
    ].join('\n'),
  );

/** Runs the cases of one operation in sequence. Switches accounts when their rate limit is used up. */
export class CaseRunner {
  /** Number of cases that were answered with 200. */
  successes = 0;
  readonly #fixture: Fixture;
  /** The operation as the OpenAPI document describes it. */
  readonly #operation: DescribedOperation;
  /** The same operation as the source code declares it. */
  readonly #declared: Operation;
  /** False for a GET. */
  readonly #writes: boolean;
  readonly #violationsOf: ReturnType<typeof allRules>;
  #account: FuzzAccount | null = null;
  /** The account's state before the requests in `#rejected`; `null` if it must be fetched again. */
  #before: string | null = null;
  /** Descriptions of the rejected requests since the state was stored in `#before`. */
  #rejected: string[] = [];

  constructor(fixture: Fixture, operation: DescribedOperation, declared: Operation) {
    this.#fixture = fixture;
    this.#operation = operation;
    this.#declared = declared;
    this.#writes = operation.method !== 'GET';
    this.#violationsOf = allRules(fixture.document);
  }

  /** Sends the case. Throws if the answer or the changes to the account break a rule. */
  async run(testCase: Case): Promise<void> {
    const account = await this.#accountWithTokens();
    const ids = this.#writes ? await this.#prepare(account, testCase) : account.world;
    const request = this.#requestOf(account, ids, testCase);
    const answer = await this.#send(account, request);
    if (answer === null || testCase.transport === 'cut') {
      // The service must still answer requests after a connection that was closed in the middle of a request.
      await this.#fixture.send(PING);
      return;
    }
    const violations = [...this.#violationsOf(this.#operation, testCase, answer)];
    if (answer.status === 200) violations.push(...(await this.#checkSuccess(account, request, answer)));
    else if (this.#before !== null)
      this.#rejected.push(`${testCase.about}: ${request.path} ${request.body?.toString('utf8').slice(0, 200) ?? ''}`);
    if (violations.length > 0) throw failureOf(this.#operation, testCase, request, answer, violations);
  }

  /** Throws if requests that the service rejected changed the account. */
  async checkUnchanged(): Promise<void> {
    if (this.#account !== null) await this.#checkUnchanged(this.#account);
  }

  /** Returns the account to the pool. */
  release(): void {
    if (this.#account !== null) this.#fixture.accounts.returnAccount(this.#account);
    this.#account = null;
    this.#before = null;
  }

  async #accountWithTokens(): Promise<FuzzAccount> {
    const kind = this.#writes ? 'writes' : 'reads';
    if (this.#account !== null && this.#account.tokens(kind) < TOKENS_PER_CASE) {
      await this.checkUnchanged();
      this.release();
    }
    this.#account ??= await this.#fixture.accounts.borrowAccount(kind, TOKENS_PER_CASE * 2);
    return this.#account;
  }

  /** Creates objects for a case that may succeed; stores the account's state before a case that must fail. */
  async #prepare(account: FuzzAccount, { expected }: Case): Promise<World> {
    if (expected !== null) {
      this.#before ??= await this.#stateOf(account);
      return account.world;
    }
    await this.#checkUnchanged(account);
    const ids = await createSpareIds(this.#declared, account.world, this.#clientOf(account), this.#fixture.baseUrl);
    // New objects change the state of the account.
    if (Object.entries(ids).some(([name, id]) => id !== account.world[name])) this.#before = null;
    return ids;
  }

  /** The newest event, and the operation's object or list, as text. */
  async #stateOf(account: FuzzAccount): Promise<string> {
    const client = this.#clientOf(account);
    const answers = [await client.call('GET', '/v1/events?limit=1')];
    const readOperation = this.#findGet(({ path }) => path === this.#operation.path);
    const [, declaredRead] = operations.find(([, { id }]) => id === readOperation?.id) ?? [];
    if (readOperation !== undefined && declaredRead !== undefined) {
      const path = pathWith(declaredRead, account.world);
      answers.push(await client.call('GET', withQuery(path, readOperation.query.has('limit') ? 'limit=1' : '')));
    }
    account.recordRemaining('reads', remainingTokensIn(answers.at(-1)));
    return JSON.stringify(answers.map(({ body }) => sortKeys(body)));
  }

  /** Throws if requests that were rejected since the last call changed the account. */
  async #checkUnchanged(account: FuzzAccount): Promise<void> {
    const [before, rejected] = [this.#before, this.#rejected];
    if (before === null || rejected.length === 0) return;
    this.#rejected = [];
    const after = await this.#stateOf(account);
    if (after !== before)
      throw new Error(`Rejected requests changed data.\nbefore ${before}\nafter  ${after}\nsent\n${rejected.join('\n')}`);
  }

  /** Violations of the rules for successful writes: replay, stored object, unchanged input. */
  async #checkSuccess(account: FuzzAccount, request: RawRequest, answer: Answer): Promise<readonly string[]> {
    this.successes += 1;
    this.#before = null;
    if (!this.#writes) return [];
    const text = request.body?.toString('utf8') ?? '';
    return [
      ...(await this.#checkReplay(account, request, answer)),
      ...(await this.#checkStored(account, request, answer)),
      ...(text === '' || this.#pathToRead(request, answer) === null ? [] : alteredFields(JSON.parse(text), answer)),
    ];
  }

  /** Violations of the rule that a repeated write with the same idempotency key gets the same answer. Skips a POST that only reads. */
  async #checkReplay(account: FuzzAccount, request: RawRequest, answer: Answer): Promise<readonly string[]> {
    if (this.#declared.profile === 'read') return [];
    const replay = await this.#send(account, { ...request, transport: 'plain' });
    if (replay === null) return ['the repeated request has no answer'];
    const isSame =
      replay.text === answer.text ||
      (typeof answer.body[CHANGING_FIELD] === 'string' && differingFields(answer, replay).join() === CHANGING_FIELD);
    const isReplayed = replay.headers['idempotent-replayed'] === 'true';
    return isSame && isReplayed ? [] : [`the repeated request answers ${replay.status} ${replay.text}`];
  }

  /** Violations of the rule that a GET returns the same object as the write. */
  async #checkStored(account: FuzzAccount, request: RawRequest, answer: Answer): Promise<readonly string[]> {
    const path = this.#pathToRead(request, answer);
    if (path === null) return [];
    const read = await this.#clientOf(account).call('GET', path);
    if (read.status !== 200) return [`GET returns ${read.status} ${read.text}`];
    const changedFields = differingFields(answer, read).filter((name) => name !== CHANGING_FIELD);
    return changedFields.map((name) => `GET returns a different ${name}: ${JSON.stringify(read.body[name])}`);
  }

  /** The path of the object that a write returned; `null` if no operation reads the object. */
  #pathToRead(request: RawRequest, answer: Answer): string | null {
    const path = request.path.replace(/\?.*$/s, '');
    const { path: template, method } = this.#operation;
    const retrieve = this.#findGet((each) => each.path.startsWith(`${template}/{`) && each.path.endsWith('}'));
    if (retrieve !== undefined) return `${path}/${String(answer.body.id)}`;
    return method === 'POST' && this.#findGet((each) => each.path === template && !/[._]list$/.test(each.id)) !== undefined ? path : null;
  }

  /** The first GET operation that satisfies the condition. */
  #findGet(condition: (operation: DescribedOperation) => boolean): DescribedOperation | undefined {
    return this.#fixture.described.find((operation) => operation.method === 'GET' && condition(operation));
  }

  #clientOf(account: FuzzAccount): Client {
    return account[modeOf(this.#declared)];
  }

  #pathOf(world: World, segments: Case['path']): string {
    return this.#operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
      fillIds(segments[name] ?? `<${name}>`, idsFor(this.#declared, world)),
    );
  }

  #requestOf(account: FuzzAccount, ids: World, testCase: Case): RawRequest {
    const { method, body: bodySchema } = this.#operation;
    const base = method === 'POST' && bodySchema !== null ? (bodyOf(this.#declared, ids, this.#fixture.baseUrl) as Value) : null;
    const body = this.#writes ? bodyBytes(testCase, base, ids) : null;
    return {
      method,
      path: `${this.#pathOf(ids, testCase.path)}${testCase.query === '' ? '' : `?${fillIds(testCase.query, ids)}`}`,
      headers: {
        authorization: `Bearer ${this.#clientOf(account).key}`,
        ...headersFor(this.#declared, ids),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(this.#writes ? { 'idempotency-key': randomUUID() } : {}),
        ...testCase.headers,
      },
      body,
      transport: testCase.transport,
    };
  }

  async #send(account: FuzzAccount, request: RawRequest): Promise<Answer | null> {
    for (;;) {
      const answer = await this.#fixture.send(request);
      account.recordRemaining(this.#writes ? 'writes' : 'reads', remainingTokensIn(answer));
      if (answer?.status !== 429) return answer;
      await pause(Number(answer.headers['retry-after'] ?? 1) * 1000);
    }
  }
}
