import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { suggestion } from '../../../platform/suggestion.ts';
import { BillingError } from '../../errors.ts';
import { type Schema, withEnumerations } from '../description.ts';
import { type Fields, type Kind, type KindSchemas, METADATA_KEY } from './kinds.ts';

/** A product of the file with its prices by key. */
export interface ProductEntry {
  readonly fields: Fields;
  readonly prices: Readonly<Record<string, Fields>>;
  /** Key of the default price; `null`: the file does not choose one. */
  readonly defaultPrice: string | null;
}

/** The content of a catalogue file, by key. Keys of coupons are their codes. */
export interface Catalogue {
  readonly products: Readonly<Record<string, ProductEntry>>;
  readonly coupons: Readonly<Record<string, Fields>>;
  readonly webhookEndpoints: Readonly<Record<string, Fields>>;
}

/** The file is invalid; the message has a line for each problem. */
export class CatalogueError extends BillingError {}

type FileSchema = Schema & Readonly<Record<string, unknown>>;

const KEY_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$';
/** The API allows 255 characters. The remaining ones are for the key of the entry, which the command appends to the description. */
const ENDPOINT_DESCRIPTION_LENGTH = 170;

const mapOf = (entry: FileSchema, names: FileSchema = { pattern: KEY_PATTERN }): FileSchema => ({
  type: 'object',
  propertyNames: names,
  additionalProperties: entry,
});

/**
 * Merges the fields that can be sent at the creation and those that can be sent in an update. `excluded`: a field that an entry of the file
 * cannot have (`''`: none), such as `product_id` of a price, whose product follows from the position in the file.
 */
const entrySchema = ({ create, update }: KindSchemas, excluded: string, more: Readonly<Record<string, Schema>> = {}): FileSchema => {
  const properties = Object.entries({ ...update.properties, ...create.properties }).filter(([name]) => name !== excluded);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...more },
    required: (create.required ?? []).filter((name) => name !== excluded),
    additionalProperties: false,
  };
};

/** Builds the JSON schema of the file from the schemas of the API. */
const fileSchema = (kinds: Readonly<Record<Kind, KindSchemas>>): FileSchema =>
  withEnumerations({
    type: 'object',
    additionalProperties: false,
    properties: {
      products: mapOf(
        entrySchema(kinds.products, 'default_price_id', {
          prices: mapOf(entrySchema(kinds.prices, 'product_id')),
          default_price: { type: 'string', description: 'Key of the default price.' },
        }),
      ),
      coupons: mapOf(entrySchema(kinds.coupons, 'code'), { maxLength: 64 } as FileSchema),
      webhook_endpoints: mapOf(
        entrySchema(kinds.webhook_endpoints, '', {
          description: { type: ['string', 'null'], maxLength: ENDPOINT_DESCRIPTION_LENGTH } as FileSchema,
        }),
      ),
    },
  });

type Path = readonly string[];
interface Problem {
  readonly path: Path;
  readonly message: string;
}

const pathOf = ({ instancePath }: ErrorObject): Path =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const problemOf = (error: ErrorObject): Problem => {
  const path = pathOf(error);
  const { additionalProperty, missingProperty, allowedValues, propertyName } = error.params as Readonly<Record<string, unknown>>;
  if (typeof additionalProperty === 'string') {
    const known = Object.keys((error.parentSchema as Schema | undefined)?.properties ?? {});
    return { path: [...path, additionalProperty], message: `unknown field.${suggestion(additionalProperty, known)}` };
  }
  if (typeof missingProperty === 'string') return { path, message: `${missingProperty} is missing.` };
  if (typeof propertyName === 'string')
    return { path: [...path, propertyName], message: 'a key has up to 64 letters, digits, dashes and underscores.' };
  if (Array.isArray(allowedValues)) return { path, message: `must be one of ${allowedValues.join(', ')}.` };
  return { path, message: `${error.message ?? 'is invalid'}.` };
};

/** False for duplicates: Ajv also reports that an enclosing `anyOf` or `if` does not match, and reports an invalid key twice. */
const isRootCause = ({ keyword, propertyName }: ErrorObject): boolean =>
  keyword !== 'anyOf' && keyword !== 'if' && propertyName === undefined;

/** Returns the line number of a path in the file, or of its nearest parent if the path is not in the file. */
const lineOf = (document: Document, lines: LineCounter, path: Path): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const pairs = isNode(parent) && 'items' in parent ? (parent.items as readonly { readonly key?: unknown }[]) : [];
    const key = pairs.map((pair) => pair.key).find((each) => isNode(each) && String(each) === path[length - 1]);
    const node = isNode(key) ? key : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
};

/** Problems that the JSON schema cannot express: unknown prices, repeated coupon codes, and metadata that the command sets. */
const furtherProblems = (file: CatalogueFile): readonly Problem[] => {
  const prices = Object.entries(file.products ?? {}).flatMap(([key, product]) =>
    Object.keys(product.prices ?? {}).map((each) => `${key}.${each}`),
  );
  const reserved = (path: Path, { metadata }: Fields): readonly Problem[] =>
    metadata !== null && typeof metadata === 'object' && METADATA_KEY in metadata
      ? [{ path: [...path, 'metadata', METADATA_KEY], message: 'is set by the command; remove it.' }]
      : [];
  const unknownPrice = (path: Path, key: string): Problem => ({ path, message: `the file has no price ${key}.${suggestion(key, prices)}` });
  return [
    ...Object.entries(file.products ?? {}).flatMap(([key, { default_price: chosen, prices: own = {}, ...fields }]) => [
      ...reserved(['products', key], fields),
      ...Object.entries(own).flatMap(([price, each]) => reserved(['products', key, 'prices', price], each)),
      ...(chosen === undefined || Object.hasOwn(own, chosen) ? [] : [unknownPrice(['products', key, 'default_price'], `${key}.${chosen}`)]),
    ]),
    ...Object.entries(file.coupons ?? {}).flatMap(([code, fields], index, coupons) => [
      ...coupons
        .slice(0, index)
        .filter(([other]) => other.toLowerCase() === code.toLowerCase())
        .map(([other]) => ({ path: ['coupons', code], message: `${other} is the same code: case does not matter.` })),
      ...reserved(['coupons', code], fields),
      ...((fields['applies_to_price_ids'] ?? []) as readonly string[]).flatMap((each, position) =>
        each.startsWith('price_') || prices.includes(each)
          ? []
          : [unknownPrice(['coupons', code, 'applies_to_price_ids', String(position)], each)],
      ),
    ]),
  ];
};

interface ProductInFile {
  readonly prices?: Readonly<Record<string, Fields>>;
  readonly default_price?: string;
}
interface CatalogueFile {
  readonly products?: Readonly<Record<string, Fields & ProductInFile>>;
  readonly coupons?: Readonly<Record<string, Fields>>;
  readonly webhook_endpoints?: Readonly<Record<string, Fields>>;
}

const productEntry = ({ prices = {}, default_price: defaultPrice, ...fields }: ProductInFile & Fields): ProductEntry => ({
  fields,
  prices,
  defaultPrice: defaultPrice ?? null,
});

/**
 * Parses and checks a catalogue file. `kinds`: the schemas of the API. Throws `CatalogueError`, which names the line and the path of each
 * problem.
 */
export const parseCatalogue = (text: string, kinds: Readonly<Record<Kind, KindSchemas>>): Catalogue => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const refuse = (problems: readonly string[]): never => {
    throw new CatalogueError(problems.join('\n'));
  };
  if (document.errors.length > 0) refuse(document.errors.map(({ message, pos }) => `line ${lines.linePos(pos[0]).line}: ${message}`));
  const file = (document.toJS() ?? {}) as CatalogueFile;
  const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, verbose: true }).compile(fileSchema(kinds));
  const problems = validate(file) ? furtherProblems(file) : (validate.errors ?? []).filter(isRootCause).map(problemOf);
  if (problems.length > 0) {
    const texts = problems.map(({ path, message }) => `line ${lineOf(document, lines, path)}: ${path.join('.')}: ${message}`);
    refuse([...new Set(texts)]);
  }
  return {
    products: Object.fromEntries(Object.entries(file.products ?? {}).map(([key, product]) => [key, productEntry(product)])),
    coupons: file.coupons ?? {},
    webhookEndpoints: file.webhook_endpoints ?? {},
  };
};
