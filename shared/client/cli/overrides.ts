import { suggestion } from '../../platform/suggestion.ts';
import type { DescribedOperation } from './description.ts';
import { parseFields } from './fields.ts';
import { methodsOf, resourcesIn } from './operations.ts';
import { CommandLineError } from './usage.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields to replace in requests that create objects of one kind. `name`: the kind, as in `--customer.email`. */
interface Override {
  readonly name: string;
  /** Matches the path of the request that creates the object. */
  readonly path: RegExp;
  readonly fields: Fields;
}

const singular = (resource: string): string => resource.replace(/ies$/, 'y').replace(/s$/, '');

/** The operations that create objects, by the kind of object: `customer`. */
const creationsIn = (operations: readonly DescribedOperation[]): ReadonlyMap<string, DescribedOperation> =>
  new Map(
    resourcesIn(operations).flatMap((resource) => {
      const [, creation] = methodsOf(operations, resource).find(([method]) => method === 'create') ?? [];
      return creation === undefined || creation.body === null ? [] : [[singular(resource), creation] as const];
    }),
  );

/** Groups options such as `customer.email` by object. Throws `CommandLineError` for unknown objects and fields. */
export const overridesOf = (operations: readonly DescribedOperation[], options: ReadonlyMap<string, string>): readonly Override[] => {
  const creations = creationsIn(operations);
  const grouped = new Map<string, Map<string, string>>();
  for (const [option, value] of options) {
    const [object = '', ...field] = option.split('.');
    if (!creations.has(object) || field.length === 0) {
      const hint = creations.has(object) ? '' : suggestion(object, [...creations.keys()]);
      throw new CommandLineError(
        `Unknown option --${option}.${hint || ' To set a field of an object, write for example --customer.email.'}`,
      );
    }
    grouped.set(object, (grouped.get(object) ?? new Map<string, string>()).set(field.join('.'), value));
  }
  return [...grouped].map(([name, fields]) => {
    const { path = '', body = null } = creations.get(name) ?? {};
    return { name, path: new RegExp(`${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`), fields: parseFields(body ?? {}, fields) };
  });
};

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces fields; nested objects are merged. */
const merged = (body: Fields, fields: Fields): Fields => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const own = body[name];
      return [name, isObject(own) && isObject(value) ? merged(own, value) : value];
    }),
  ),
});

/**
 * Wraps `fetch` so that requests that create objects send the fields of `overrides`. `unused` returns the kinds that no request created.
 */
export const overridingFetch = (fetch: typeof globalThis.fetch, overrides: readonly Override[]) => {
  const unused = new Set(overrides.map(({ name }) => name));
  const overriding: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input));
    const override = init?.method === 'POST' ? overrides.find(({ path }) => path.test(pathname)) : undefined;
    if (override === undefined) return fetch(input, init);
    unused.delete(override.name);
    return fetch(input, { ...init, body: JSON.stringify(merged(JSON.parse(String(init?.body)) as Fields, override.fields)) });
  };
  return { fetch: overriding, unused: (): readonly string[] => [...unused] };
};
