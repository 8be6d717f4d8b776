import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { seedOfTheDay } from '../support/seeds.ts';
import { service } from '../support/service.ts';
import { type Accounts, accountsOf } from './fuzz/accounts.ts';
import { type DescribedOperation, describedOperations, fetchOpenApiDocument } from './fuzz/document.ts';
import { bodyFaults } from './fuzz/faults.ts';
import { hostileWrites } from './fuzz/hostile.ts';
import { type Case, rawSender, validCase } from './fuzz/request.ts';
import { CaseRunner } from './fuzz/session.ts';
import { hostileQueries, pathFaults, queries, queryFaults, requiredOnly } from './fuzz/urls.ts';
import { valuesOf } from './fuzz/values.ts';
import { isCheckedPerItem, operations } from './support/operations.ts';

/** Requests per operation (200 in `npm run fuzz`). A failed test prints its seed; set `FUZZ_SEED` to the seed to repeat the requests. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 20);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_913);
const DAILY_SEED = seedOfTheDay('FUZZ_DAILY_SEED');
const WRITES_PER_ACCOUNT = 80;
const CONCURRENT_OPERATIONS = 5;

vi.setConfig({ testTimeout: 900_000, hookTimeout: 180_000 });

const { baseUrl, createAccounts } = service();
const api = apiOf(baseUrl);
const document = await fetchOpenApiDocument(api);
const described = describedOperations(document);
const registry = new Map(operations.map(([, operation]) => [operation.id, operation]));
/** The names of the id placeholders that a request can contain, such as `price_id`. */
const idNames = [...new Set(described.flatMap(({ pathParams }) => pathParams))];

let receiver: Receiver;
let accounts: Accounts;

beforeAll(async () => {
  receiver = await startReceiver();
  const writeCount = described.filter(({ method }) => method !== 'GET').length * RUNS;
  accounts = accountsOf(api, receiver, await createAccounts(CONCURRENT_OPERATIONS + Math.ceil(writeCount / WRITES_PER_ACCOUNT)));
});

afterAll(() => receiver?.stop());

/** Edits that replace the values of at most four fields of the body by other valid values. */
const editsOf = ({ body }: DescribedOperation): fc.Arbitrary<Case['edits']> => {
  const fields = Object.entries(body?.properties ?? {});
  if (fields.length === 0) return fc.constant([]);
  const edits = fields.map(([name, schema]) => valuesOf(name, schema, idNames).map((put) => ({ at: [name], put })));
  return fc.subarray(edits, { maxLength: Math.min(4, edits.length) }).chain((chosen) => fc.tuple(...chosen));
};

const wellFormedCases = (operation: DescribedOperation): fc.Arbitrary<Case> =>
  fc.record({ edits: editsOf(operation), query: queries(operation, idNames) }).map(({ edits, query }) => ({ ...validCase, edits, query }));

const faultsOf = (operation: DescribedOperation): readonly Case[] => [
  ...bodyFaults(operation).filter(({ edits }) => !isCheckedPerItem(operation.id, edits.at(-1)?.at ?? [])),
  ...queryFaults(operation),
  ...pathFaults(operation),
];

const hostileCases = (operation: DescribedOperation): fc.Arbitrary<Case> => {
  const query = hostileQueries.map((text) => ({ ...validCase, about: 'a hostile query', query: text }));
  return operation.method === 'GET' ? query : fc.oneof({ weight: 1, arbitrary: query }, { weight: 8, arbitrary: hostileWrites(operation) });
};

/** Picks `RUNS / 2` faults at most, evenly spread and shifted by the seed. */
const sampleFaults = (faults: readonly Case[]): readonly Case[] => {
  const count = Math.min(faults.length, Math.floor(RUNS / 2));
  return Array.from(
    { length: count },
    (_, index) => faults[(Math.floor((index * faults.length) / count) + SEED) % faults.length] ?? validCase,
  );
};

describe.concurrent('[HTTP-26] [HTTP-27] [HTTP-36] generated requests', () => {
  it.each(described.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'of %s are answered as documented',
    async (_name, operation) => {
      const registered = registry.get(operation.id);
      if (registered === undefined) throw new Error(`${operation.id} is in the OpenAPI document but not in the registry`);
      const session = new CaseRunner({ baseUrl, document, described, accounts, send: rawSender(baseUrl) }, operation, registered);
      const faults = faultsOf(operation);
      const cases = fc.oneof(
        { weight: 3, arbitrary: wellFormedCases(operation) },
        { weight: 2, arbitrary: fc.constantFrom(...faults) },
        { weight: 4, arbitrary: hostileCases(operation) },
      );
      const examples = [{ ...validCase, query: requiredOnly(operation) }, ...sampleFaults(faults)].map((each): [Case] => [each]);
      const property = fc.asyncProperty(cases, async (testCase) => {
        await session.run(testCase);
      });
      try {
        await fc.assert(property, { seed: SEED, numRuns: RUNS, examples, endOnFailure: true });
        await fc.assert(property, { seed: DAILY_SEED, numRuns: Math.ceil(RUNS / 4), endOnFailure: true });
        await session.checkUnchanged();
      } finally {
        session.release();
      }
      expect(session.successes, 'requests that succeeded').toBeGreaterThan(0);
    },
  );
});
