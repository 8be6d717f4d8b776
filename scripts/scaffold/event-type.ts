import { camel } from './names.ts';

/** Current contents of the files to which a new event type is added. */
export interface EventFiles {
  readonly eventTypes: string;
  readonly catalogue: string;
  /** Reads `events-schema/examples/<name>.json`; `null`: no such file. */
  readonly example: (name: string) => string | null;
}

export const EVENT_TYPES_FILE = 'shared/domain/event-types.ts';
export const CATALOGUE_FILE = 'events-schema/catalogue.ts';

/** Returns the path of an example; `name`: `coupon.created.valid`. */
export const exampleFile = (name: string): string => `events-schema/examples/${name}.json`;

const TYPE = /^[a-z][a-z_]*(\.[a-z][a-z_]*)+$/;

interface Entry {
  /** Function of the catalogue that builds entries about the object: `coupon`, `entriesOfObject(CreditNote)`. */
  readonly maker: string;
  readonly type: string;
}

/** Returns the catalogue's entries about an object, in order. */
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
      `No event carries "${object}" yet: declare its object in ${CATALOGUE_FILE} first: const ${name} = entriesOfObject(${schema});`,
    );
  }
  return maker;
};

const inserted = (text: string, offset: number, line: string): string => `${text.slice(0, offset)}${line}${text.slice(offset)}`;

/** Returns the offset after the list element that starts with `start`; without `start`, the end of the list. */
const offsetAfter = (text: string, start: RegExp | null): number => {
  const begin = start === null ? 0 : text.search(start);
  const end = start === null ? /\n(?=\] as const)/ : /,\n(?= {2}['\w]|\])/;
  const match = begin === -1 ? null : end.exec(text.slice(begin));
  if (match === null) throw new Error('The list of event types has an unknown format.');
  return begin + match.index + match[0].length;
};

const asType = (example: string, type: string): string => `${JSON.stringify({ ...JSON.parse(example), type }, null, 2)}\n`;

/** Builds an event without data as a placeholder, which the catalogue's test rejects. */
const emptyExample = (type: string): string =>
  `${JSON.stringify({ id: 'evt_01JD8Q4W2Z6V7K3M9XTRB5YH42', object: 'event', type, created: 1767225660, livemode: false, data: {}, previous_attributes: null }, null, 2)}\n`;

/**
 * Builds the changed files of a new event type by path: the list of types, the catalogue, and a valid and an invalid example, copied from
 * another event about the same object. Throws a message for the user if the arguments are invalid.
 */
export const newEventType = ([type = '', description = '']: readonly string[], files: EventFiles): ReadonlyMap<string, string> => {
  if (!TYPE.test(type)) throw new Error(`"${type}" is not an event type such as coupon.redeemed.`);
  if (!/^[A-Z][^']*\.$/.test(description)) throw new Error('Describe in a sentence when the event is recorded: "A coupon was redeemed."');
  if (files.eventTypes.includes(`'${type}'`)) throw new Error(`The event type ${type} already exists.`);
  const object = type.slice(0, type.lastIndexOf('.'));
  const entries = entriesAbout(object, files.catalogue);
  const maker = makerOf(object, entries, files.catalogue);
  const last = entries.at(-1)?.type;
  const lastAs = (before: string): RegExp | null =>
    last === undefined ? null : new RegExp(`^ {2}${before}'${last.replaceAll('.', '\\.')}'`, 'm');
  const entry = `  ${maker}('${type}', '${type.endsWith('.created') ? 'none' : 'former values'}', '${description}'),\n`;
  const sibling = entries.find((each) => each.maker === maker)?.type;
  const exampleOf = (kind: string): [string, string] => {
    const siblingExample = sibling === undefined ? null : files.example(`${sibling}.${kind}`);
    return [exampleFile(`${type}.${kind}`), siblingExample === null ? emptyExample(type) : asType(siblingExample, type)];
  };
  return new Map([
    [EVENT_TYPES_FILE, inserted(files.eventTypes, offsetAfter(files.eventTypes, lastAs('')), `  '${type}',\n`)],
    [CATALOGUE_FILE, inserted(files.catalogue, offsetAfter(files.catalogue, lastAs('[\\w()]+\\(\\s*')), entry)],
    exampleOf('valid'),
    exampleOf('invalid'),
  ]);
};
