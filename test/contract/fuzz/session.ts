import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Client } from '../../../scripts/support/api.ts';
import { bodyOf, headersFor, idsFor, modeOf, type Operation, spareIds } from '../support/operations.ts';
import type { World } from '../support/world.ts';
import type { Accounts, Tenant } from './accounts.ts';
import type { Described, Document } from './document.ts';
import { changedOnTheWay, differences, sorted, verdictOf } from './judge.ts';
import { bodyBytes, type Case, filled, type Wire } from './request.ts';
import type { Value } from './schema.ts';

/** Where cases are sent, and by what they are judged. */
export interface Fixture {
  readonly baseUrl: string;
  readonly document: Document;
  readonly described: readonly Described[];
  readonly accounts: Accounts;
  readonly wire: (wire: Wire) => Promise<Answer | null>;
}

/** What one case may cost: spare objects, the request, its repetition. */
const TOKENS = 8;
/** Reported anew with each answer. */
const DATED = 'client_secret';

const PING: Wire = { method: 'GET', path: '/v1/ping', headers: {}, body: null, transport: 'plain' };

const remaining = (answer: Answer | null | undefined): string | undefined => answer?.headers['x-ratelimit-remaining'] as string | undefined;

const complaint = ({ id }: Described, given: Case, wire: Wire, answer: Answer, wrong: readonly string[]): Error =>
  new Error(
    [
      `${id}, ${given.about}: ${wrong.join('; ')}`,
      `${wire.method} ${wire.path}`,
      wire.body === null ? '' : wire.body.toString('utf8').slice(0, 1500),
      `answered ${answer.status} ${answer.text.slice(0, 1500)}`,
    ].join('\n'),
  );

/** Cases of one operation, run one after another from accounts that are borrowed for some of them each. */
export class Session {
  successes = 0;
  readonly #fixture: Fixture;
  readonly #operation: Described;
  readonly #declared: Operation;
  readonly #writes: boolean;
  readonly #verdict: ReturnType<typeof verdictOf>;
  #tenant: Tenant | null = null;
  /** What the account showed before the refusals noted since; `null` when that must be looked at anew. */
  #before: string | null = null;
  #refused: string[] = [];

  constructor(fixture: Fixture, operation: Described, declared: Operation) {
    this.#fixture = fixture;
    this.#operation = operation;
    this.#declared = declared;
    this.#writes = operation.method !== 'GET';
    this.#verdict = verdictOf(fixture.document);
  }

  /** Sends the case and throws what is wrong with the answer, or with what the service did. */
  async run(given: Case): Promise<void> {
    const account = await this.#current();
    const ids = this.#writes ? await this.#prepare(account, given) : account.world;
    const wire = this.#wireOf(account, ids, given);
    const answer = await this.#send(account, wire);
    if (answer === null || given.transport === 'cut') {
      // Whatever answers a request that was cut off, the service must continue.
      await this.#fixture.wire(PING);
      return;
    }
    const wrong = [...this.#verdict(this.#operation, given, answer)];
    if (answer.status === 200) wrong.push(...(await this.#succeeded(account, wire, answer)));
    else if (this.#before !== null) this.#refused.push(`${given.about}: ${wire.path} ${wire.body?.toString('utf8').slice(0, 200) ?? ''}`);
    if (wrong.length > 0) throw complaint(this.#operation, given, wire, answer, wrong);
  }

  /** Checks that refusals changed nothing. */
  async settle(): Promise<void> {
    if (this.#tenant !== null) await this.#settle(this.#tenant);
  }

  /** Returns the account to the others. */
  release(): void {
    if (this.#tenant !== null) this.#fixture.accounts.returnAccount(this.#tenant);
    this.#tenant = null;
    this.#before = null;
  }

  async #current(): Promise<Tenant> {
    const kind = this.#writes ? 'writes' : 'reads';
    if (this.#tenant !== null && this.#tenant.tokens(kind) < TOKENS) {
      await this.settle();
      this.release();
    }
    this.#tenant ??= await this.#fixture.accounts.borrow(kind, TOKENS * 2);
    return this.#tenant;
  }

  /** What may succeed gets objects that it may use up; before what must be refused the account is looked at. */
  async #prepare(account: Tenant, { expected }: Case): Promise<World> {
    if (expected !== null) {
      this.#before ??= await this.#stateOf(account);
      return account.world;
    }
    await this.#settle(account);
    const ids = await spareIds(this.#declared, account.world, this.#clientOf(account), this.#fixture.baseUrl);
    if (Object.entries(ids).some(([name, id]) => id !== account.world[name])) this.#before = null;
    return ids;
  }

  /** The newest event, and the object or list that the operation is about. */
  async #stateOf(account: Tenant): Promise<string> {
    const client = this.#clientOf(account);
    const seen = [await client.call('GET', '/v1/events?limit=1')];
    const readable = this.#described(({ path }) => path === this.#operation.path);
    if (readable !== undefined) {
      seen.push(await client.call('GET', `${this.#pathOf(account.world, {})}${readable.query.has('limit') ? '?limit=1' : ''}`));
    }
    account.note('reads', remaining(seen.at(-1)));
    return JSON.stringify(seen.map(({ body }) => sorted(body)));
  }

  /** What was refused must have left no trace. */
  async #settle(account: Tenant): Promise<void> {
    const [before, asked] = [this.#before, this.#refused];
    if (before === null || asked.length === 0) return;
    this.#refused = [];
    const after = await this.#stateOf(account);
    if (after !== before) throw new Error(`Refusals changed something.\nbefore ${before}\nafter  ${after}\nasked\n${asked.join('\n')}`);
  }

  async #succeeded(account: Tenant, wire: Wire, answer: Answer): Promise<readonly string[]> {
    this.successes += 1;
    this.#before = null;
    if (!this.#writes) return [];
    const text = wire.body?.toString('utf8') ?? '';
    return [
      ...(await this.#repeated(account, wire, answer)),
      ...(await this.#read(account, wire, answer)),
      ...(text === '' || this.#pathToRead(wire, answer) === null ? [] : changedOnTheWay(JSON.parse(text), answer)),
    ];
  }

  /** Said again under its key, a write is answered alike. A check that changes nothing keeps no answer. */
  async #repeated(account: Tenant, wire: Wire, answer: Answer): Promise<readonly string[]> {
    if (this.#declared.profile === 'read') return [];
    const again = await this.#send(account, { ...wire, transport: 'plain' });
    if (again === null) return ['repeated under its key it is not answered'];
    const same = again.text === answer.text || (typeof answer.body[DATED] === 'string' && differences(answer, again).join() === DATED);
    const replayed = again.headers['idempotent-replayed'] === 'true';
    return same && replayed ? [] : [`repeated under its key it answers ${again.status} ${again.text}`];
  }

  /** The object reads as the write answered it. */
  async #read(account: Tenant, wire: Wire, answer: Answer): Promise<readonly string[]> {
    const path = this.#pathToRead(wire, answer);
    if (path === null) return [];
    const read = await this.#clientOf(account).call('GET', path);
    if (read.status !== 200) return [`GET answers ${read.status} ${read.text}`];
    const other = differences(answer, read).filter((name) => name !== DATED);
    return other.map((name) => `GET shows another ${name}: ${JSON.stringify(read.body[name])}`);
  }

  /** Where the object that a write answered can be read; `null` where no operation says. */
  #pathToRead(wire: Wire, answer: Answer): string | null {
    const path = wire.path.replace(/\?.*$/s, '');
    const { path: template, method } = this.#operation;
    const retrieve = this.#described((each) => each.path.startsWith(`${template}/{`) && each.path.endsWith('}'));
    if (retrieve !== undefined) return `${path}/${String(answer.body.id)}`;
    return method === 'POST' && this.#described((each) => each.path === template && !each.id.endsWith('.list')) !== undefined ? path : null;
  }

  /** The described reading operation that this is true of. */
  #described(holds: (operation: Described) => boolean): Described | undefined {
    return this.#fixture.described.find((operation) => operation.method === 'GET' && holds(operation));
  }

  #clientOf(account: Tenant): Client {
    return account[modeOf(this.#declared)];
  }

  #pathOf(world: World, given: Case['path']): string {
    return this.#operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
      filled(given[name] ?? `<${name}>`, idsFor(this.#declared, world)),
    );
  }

  #wireOf(account: Tenant, ids: World, given: Case): Wire {
    const { method, body: described } = this.#operation;
    const base = method === 'POST' && described !== null ? (bodyOf(this.#declared, ids, this.#fixture.baseUrl) as Value) : null;
    const body = this.#writes ? bodyBytes(given, base, ids) : null;
    return {
      method,
      path: `${this.#pathOf(ids, given.path)}${given.query === '' ? '' : `?${filled(given.query, ids)}`}`,
      headers: {
        authorization: `Bearer ${this.#clientOf(account).key}`,
        ...headersFor(this.#declared, ids),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...(this.#writes ? { 'idempotency-key': randomUUID() } : {}),
        ...given.headers,
      },
      body,
      transport: given.transport,
    };
  }

  async #send(account: Tenant, wire: Wire): Promise<Answer | null> {
    for (;;) {
      const answer = await this.#fixture.wire(wire);
      account.note(this.#writes ? 'writes' : 'reads', remaining(answer));
      if (answer?.status !== 429) return answer;
      await pause(Number(answer.headers['retry-after'] ?? 1) * 1000);
    }
  }
}
