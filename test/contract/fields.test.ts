import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, fault, type Json } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import {
  answersJson,
  bodyOf,
  headersFor,
  modeOf,
  type Operation,
  operations,
  pathWith,
  takesKey,
  takesSecret,
  takesToken,
  thatAre,
} from './support/operations.ts';
import { embeddedCheckout, embeddedOneShot, openPortal, openShop, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

/** A schema of the published description, as far as these tests read it. */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly 'x-extensible-enum'?: readonly string[];
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** A field of a body: where it is, and what the description says of it. Lists are entered at their first place. */
interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
}

const nameOf = ({ path }: Field): string => path.join('.');
const formsOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(formsOf) ?? [schema];
const hasForm = (schema: Schema, type: string): boolean => formsOf(schema).some((form) => form.type === type);

const fieldsOf = (schema: Schema, path: readonly string[] = []): readonly Field[] =>
  formsOf(schema).flatMap((form) => [
    ...Object.entries(form.properties ?? {}).flatMap(([name, inner]) => [
      { path: [...path, name], schema: inner },
      ...fieldsOf(inner, [...path, name]),
    ]),
    ...(form.items === undefined ? [] : [{ path: [...path, '0'], schema: form.items }, ...fieldsOf(form.items, [...path, '0'])]),
  ]);

/** `body` with `value` at a path; what is in its way gives way. */
const withValue = (body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (/^\d+$/.test(name)) return [withValue(Array.isArray(body) ? body[0] : null, rest, value)];
  const known: Json = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : {};
  return { ...known, [name]: withValue(known[name], rest, value) };
};

/** Ids for bodies: nothing in these requests is looked up before its form is checked. */
const NAMED = { product_id: `prod_${'0'.repeat(26)}`, price_id: `price_${'0'.repeat(26)}` };

const takesCredential = (operation: Operation): boolean => takesKey(operation) || takesSecret(operation) || takesToken(operation);

const withBody = thatAre(
  (operation) =>
    takesCredential(operation) &&
    operation.method === 'POST' &&
    (operation.path.startsWith('/v1/') || takesToken(operation)) &&
    operation.body !== null,
);

/** What a place in a list must hold in addition to the field in question. */
const PLACES: Readonly<Record<string, Json>> = { 'prices.create': { tiers: [{ up_to: null }] } };

let description: Description;
beforeAll(async () => {
  description = JSON.parse((await api.ask({ method: 'GET', path: '/openapi.json' })).text) as Description;
});

/** Asks an operation as one may who is let in: with an account's key of its mode, the client secret of what is embedded, or a portal token. */
type Ask = (operation: Operation, query: string, body?: unknown) => Promise<Answer>;

/** Every refusal costs a token: a separate account lets one operation take all of them. */
const newAsker = async (): Promise<Ask> => {
  const { liveKey, testKey } = await createAccount();
  const client = api.client(testKey);
  const { priceId } = await openShop(client);
  const portal = await openPortal(client, (await subscribe(client, priceId)).id);
  const ids = { ...(await embeddedCheckout(client, priceId)), ...(await embeddedOneShot(client)), ...portal };
  return (operation, query, body) =>
    api.ask({
      method: operation.method,
      path: `${pathWith(operation, ids)}${query}`,
      key: modeOf(operation) === 'live' ? liveKey : testKey,
      body,
      headers: headersFor(operation, ids),
    });
};

const schemaOf = ({ path }: Operation): Schema => {
  const schema = description.paths[path]?.post?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`${path} has no described body`);
  return schema;
};

/** What an update may clear with an explicit null: the specification's list, and the settings that are there or not. */
const CLEARABLE: Readonly<Record<string, readonly string[]>> = {
  'customers.update': ['name'],
  'products.update': ['description', 'marketing_features'],
  'prices.update': ['refund_window_days'],
  'coupons.update': ['max_redemptions', 'max_redemptions_per_customer', 'redeem_by', 'applies_to_price_ids', 'min_amount_cents'],
  'tax_rates.update': ['display_name'],
  'webhook_endpoints.update': ['description'],
  'tenant.billing_profile_update': ['vat_id', 'registration_number', 'phone', 'invoice_footer'],
  'tenant.portal_branding_update': [
    'display_name',
    'logo_url',
    'icon_url',
    'primary_color',
    'background_color',
    'support_email',
    'support_url',
    'privacy_url',
    'terms_url',
  ],
};

describe.each(withBody)('the body of %s', (_name, operation) => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await newAsker();
  });

  const base = (): Json => ({ ...bodyOf(operation, NAMED, baseUrl), ...PLACES[operation.id] });
  const post = (body: unknown): Promise<Answer> => ask(operation, '', body);

  it('[PAGE-09] [HTTP-27] is refused with a field that it does not know, at every level', async () => {
    const objects = fieldsOf(schemaOf(operation)).filter(({ schema }) =>
      formsOf(schema).some(({ properties }) => properties !== undefined),
    );
    for (const path of [[], ...objects.map((field) => field.path)]) {
      const unknown = [...path, 'fooled'];
      expect(fault(await post(withValue(base(), unknown, 1)))).toEqual([400, 'parameter_unknown', unknown.join('.')]);
    }
  });

  it('[PAGE-23] is refused with true or false where an integer is expected', async () => {
    for (const field of fieldsOf(schemaOf(operation)).filter(({ schema }) => hasForm(schema, 'integer'))) {
      for (const value of [true, false]) {
        expect(fault(await post(withValue(base(), field.path, value))), nameOf(field)).toEqual([400, 'parameter_invalid', nameOf(field)]);
      }
    }
  });
});

// What a change of plan takes is no field of the subscription.
const updates = withBody.filter(([, { id }]) => id.endsWith('update') && !/^(subscriptions|portal)\./.test(id));

describe.each(updates)('the fields of %s', (_name, operation) => {
  it('[PAGE-11] take null where they can be cleared, and nowhere else', async () => {
    const ask = await newAsker();
    const clearable = CLEARABLE[operation.id];
    if (clearable === undefined) throw new Error(`say what ${operation.id} clears`);
    const names = Object.keys(schemaOf(operation).properties ?? {});
    const refused: string[] = [];
    for (const name of names) {
      const answer = await ask(operation, '', { [name]: null });
      if (answer.status === 400) {
        expect(fault(answer)).toEqual([400, 'parameter_invalid', name]);
        refused.push(name);
      } else expect([200, 404]).toContain(answer.status);
    }
    expect(names).toEqual(expect.arrayContaining([...clearable]));
    expect(refused.sort()).toEqual(names.filter((name) => !clearable.includes(name)).sort());
  });
});

/** Two scopes can be needed: the operation's own, and that of what it embeds. */
const expanding = operations.filter(([, { expand }]) => expand !== undefined);
const others = thatAre(
  (operation) => operation.method === 'GET' && takesCredential(operation) && answersJson(operation) && operation.expand === undefined,
);

describe('expand', () => {
  let key: string;
  let ask: Ask;
  let secretWith: (scopes: readonly string[]) => Promise<string>;
  beforeAll(async () => {
    ask = await newAsker();
    const { testKey } = await createAccount();
    key = testKey;
    secretWith = async (scopes) => String((await api.client(testKey).post('/v1/api_keys', { scopes })).secret);
  });

  const get = (operation: Operation, expand: string, as = key): Promise<Answer> =>
    api.ask({ method: 'GET', path: `${pathWith(operation, {})}?expand=${encodeURIComponent(expand)}`, key: as });

  it.each(expanding)('[LIM-04] of %s is one of its names or several, of 256 characters at most', async (_name, operation) => {
    const names = Object.keys(operation.expand ?? {});
    expect([200, 404]).toContain((await get(operation, names.join(','))).status);
    const longest = filled(names, 256);
    if (longest !== null) expect([200, 404]).toContain((await get(operation, longest)).status);
    const tooLong = [filled(names, 257) ?? 'x'.repeat(257), `${names[0]},`.repeat(60) + names[0]];
    for (const wrong of [
      '',
      'nothing',
      `${names[0]},nothing`,
      `${names[0]},`,
      `,${names[0]}`,
      `${names[0]} `,
      names[0]?.toUpperCase() ?? '',
      '__proto__',
      ...tooLong,
    ]) {
      expect(fault(await get(operation, wrong)), wrong).toEqual([400, 'parameter_invalid', 'expand']);
    }
  });

  it.each(others)('[PAGE-08] of %s is not known', async (_name, operation) => {
    expect(fault(await ask(operation, '?expand=customer'))).toEqual([400, 'parameter_unknown', 'expand']);
  });

  it.each(expanding)('[EXP-02] of %s needs the read scope of what it embeds', async (_name, operation) => {
    const own = operation.auth.kind === 'api_key' ? operation.auth.scope : '';
    const narrow = await secretWith([own]);
    for (const [name, needed] of Object.entries(operation.expand ?? {})) {
      if (needed === null || needed === own) {
        expect([200, 404]).toContain((await get(operation, name, narrow)).status);
        continue;
      }
      expect(needed).toMatch(/:read$/);
      expect(fault(await get(operation, name, narrow))).toEqual([403, 'insufficient_scope', 'expand']);
      expect([200, 404]).toContain((await get(operation, name, await secretWith([own, needed]))).status);
    }
  });
});

/** These names, repeated, in exactly so many characters; `null`: they do not add up. */
const filled = (names: readonly string[], length: number): string | null => {
  const [first = '', second = ''] = names;
  for (let some = 0; some * (second.length + 1) <= length && (second !== '' || some === 0); some += 1) {
    const rest = length + 1 - some * (second.length + 1);
    if (rest > 0 && rest % (first.length + 1) === 0) {
      return [...Array.from({ length: rest / (first.length + 1) }, () => first), ...Array.from({ length: some }, () => second)].join(',');
    }
  }
  return null;
};

describe('a filter of several values', () => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await newAsker();
  });

  const filtered = thatAre((operation) => operation.method === 'GET' && takesCredential(operation) && answersJson(operation));
  /** The filters of an operation that take a comma list, with what they know. */
  const filtersOf = ({ path }: Operation): readonly (readonly [string, readonly string[]])[] =>
    (description.paths[path]?.get?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.schema.type === 'array')
      .map(({ name, schema }) => [name, schema.items?.['x-extensible-enum'] ?? []]);

  it('[PAGE-24] [PAGE-25] [PAGE-28] [PAGE-29] [PAGE-30] takes each of its values and several, and no list with a wrong or empty one', async () => {
    let count = 0;
    for (const [, operation] of filtered) {
      for (const [name, values] of filtersOf(operation)) {
        count += 1;
        const [one = '', other = one] = values;
        const listed = (value: string): Promise<Answer> => ask(operation, `?${name}=${encodeURIComponent(value)}`);
        for (const list of [one, other, `${one},${other}`, `${other},${one}`, `${one},${one}`]) {
          expect((await listed(list)).status, `${operation.path} ${name}=${list}`).toBe(200);
        }
        const wrong = [
          '',
          ',',
          'bogus',
          `${one},bogus`,
          `${one},`,
          `,${one}`,
          `${one},,${other}`,
          `${one}, ${other}`,
          one.toUpperCase(),
          `${one},`.repeat(300) + one,
        ];
        for (const list of wrong)
          expect(fault(await listed(list)), `${operation.path} ${name}=${list}`).toEqual([400, 'parameter_invalid', name]);
      }
    }
    expect(count).toBeGreaterThanOrEqual(4);
  });
});
