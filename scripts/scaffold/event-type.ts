import { camel } from './names.ts';

/** The files that a new type of event is written into, as they are. */
export interface EventFiles {
  readonly eventTypes: string;
  readonly catalogue: string;
  /** The text of `events-schema/examples/<name>.json`; `null`: no such file. */
  readonly example: (name: string) => string | null;
}

export const EVENT_TYPES_FILE = 'shared/domain/event-types.ts';
export const CATALOGUE_FILE = 'events-schema/catalogue.ts';

/** Where an example of the catalogue is; `name`: `coupon.created.valid`. */
export const exampleFile = (name: string): string => `events-schema/examples/${name}.json`;

const TYPE = /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/;

interface Entry {
  /** How the catalogue makes entries about the object: `coupon`, `plain(CreditNote)`. */
  readonly maker: string;
  readonly type: string;
}

/** The catalogue's entries about an object, in its order. */
const entriesAbout = (object: string, catalogue: string): readonly Entry[] =>
  [...catalogue.matchAll(/^ {2}(\w+(?:\(\w+\))?)\(\s*'([a-z_.]+)'/gm)]
    .map(([, maker = '', type = '']) => ({ maker, type }))
    .filter(({ type }) => type.slice(0, type.lastIndexOf('.')) === object);

const makerOf = (object: string, entries: readonly Entry[], catalogue: string): string => {
  const name = camel(object.replaceAll('.', '_'));
  const maker = entries[0]?.maker ?? (new RegExp(`^const ${name} = `, 'm').test(catalogue) ? name : undefined);
  if (maker === undefined) {
    const schema = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    throw new Error(
      `No event carries "${object}" yet: write what it carries into ${CATALOGUE_FILE} first, const ${name} = plain(${schema});`,
    );
  }
  return maker;
};

const inserted = (text: string, at: number, line: string): string => `${text.slice(0, at)}${line}${text.slice(at)}`;

/** Where the list's element that begins with `start` ends; without one, where the list ends. */
const placeAfter = (text: string, start: RegExp | null): number => {
  const begin = start === null ? 0 : text.search(start);
  const end = start === null ? /\n(?=\] as const)/ : /,\n(?= {2}['\w]|\])/;
  const found = begin === -1 ? null : end.exec(text.slice(begin));
  if (found === null) throw new Error('A list of event types is not written as this script knows it');
  return begin + found.index + found[0].length;
};

const asType = (example: string, type: string): string => `${JSON.stringify({ ...JSON.parse(example), type }, null, 2)}\n`;

/** An event that carries nothing: no example yet, and the catalogue's test says so. */
const emptyExample = (type: string): string =>
  `${JSON.stringify({ id: 'evt_01JD8Q4W2Z6V7K3M9XTRB5YH42', object: 'event', type, created: 1767225660, livemode: false, data: {}, previous_attributes: null }, null, 2)}\n`;

/**
 * The files that change with a new type of event, by path: the list of types, the catalogue with the schema, and an example that
 * fits and one that does not, made of those of another event about the same object. Throws a message for anyone who typed it.
 */
export const newEventType = ([type = '', description = '']: readonly string[], files: EventFiles): ReadonlyMap<string, string> => {
  if (!TYPE.test(type)) throw new Error(`"${type}" is not a type of event such as coupon.redeemed`);
  if (!/^[A-Z][^']*\.$/.test(description)) throw new Error('Say in a sentence when it is recorded: "A coupon was redeemed."');
  if (files.eventTypes.includes(`'${type}'`)) throw new Error(`${type} is there already`);
  const object = type.slice(0, type.lastIndexOf('.'));
  const entries = entriesAbout(object, files.catalogue);
  const maker = makerOf(object, entries, files.catalogue);
  const last = entries.at(-1)?.type;
  const lastAs = (before: string): RegExp | null =>
    last === undefined ? null : new RegExp(`^ {2}${before}'${last.replaceAll('.', '\\.')}'`, 'm');
  const entry = `  ${maker}('${type}', '${type.endsWith('.created') ? 'none' : 'former values'}', '${description}'),\n`;
  const sibling = entries.find((each) => each.maker === maker)?.type;
  const exampleOf = (kind: string): [string, string] => {
    const known = sibling === undefined ? null : files.example(`${sibling}.${kind}`);
    return [exampleFile(`${type}.${kind}`), known === null ? emptyExample(type) : asType(known, type)];
  };
  return new Map([
    [EVENT_TYPES_FILE, inserted(files.eventTypes, placeAfter(files.eventTypes, lastAs('')), `  '${type}',\n`)],
    [CATALOGUE_FILE, inserted(files.catalogue, placeAfter(files.catalogue, lastAs('[\\w()]+\\(\\s*')), entry)],
    exampleOf('valid'),
    exampleOf('invalid'),
  ]);
};
