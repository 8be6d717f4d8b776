import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import type { Tenant } from '../shared/domain/tenant.ts';
import { accountLimiterKey, logKey, logPartitions, logSortKey } from '../shared/store/core/keys.ts';
import { LOG_LAYOUT, LOG_LAYOUTS } from '../shared/store/core/log-layout.ts';
import { DICTIONARIES, EVENT_DICTIONARY, pack, RECORD_DICTIONARY, WINDOW_BITS } from '../shared/store/core/packed-text.ts';
import { type LogEntryKind, logEntryItem } from '../shared/store/event-log/entries.ts';
import { counterOf } from '../shared/store/event-log/sequence.ts';
import { BEGUN_LAYOUT, BEGUN_LAYOUTS } from '../shared/store/runs/lease.ts';

/** File with descriptions of what the last release can read, by layout and version; `npm run released` rewrites it. */
export const LAYOUTS_FILE = join(REPOSITORY_ROOT, 'shared/store/released-layouts.json');

/** Descriptions of a layout, by version. Two versions with the same description store data in the same way. */
type Descriptions = Readonly<Record<number, string>>;

/** A layout of stored data that is not the schema of a record. */
export interface Layout {
  /** Version that this release writes. */
  readonly written: number;
  readonly readable: Descriptions;
}

const TENANT: Tenant = { accountId: 'acct', mode: 'live' };
/** How many log numbers a description covers: more than two blocks (`LOG_BLOCK`), even if a layout has much larger blocks. */
const LOG_NUMBERS = 1024;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const textLayout = (written: number): Layout => {
  const attributes = Object.keys(pack('{}', written)).join(', ');
  const describe = (dictionary: Buffer): string =>
    `${attributes}: deflate, ${WINDOW_BITS} window bits, dictionary ${digestOf(dictionary.toString())}`;
  return { written, readable: Object.fromEntries(Object.entries(DICTIONARIES).map(([version, text]) => [version, describe(text)])) };
};

/** Describes which partition has which log numbers, for example `0: 0-63, 1: 64-127`. */
const describePartitions = (partitionOf: (sequence: number) => number): string => {
  const ranges: { readonly partition: number; readonly from: number }[] = [];
  for (let sequence = 0; sequence < LOG_NUMBERS; sequence += 1) {
    const partition = partitionOf(sequence);
    if (ranges.at(-1)?.partition !== partition) ranges.push({ partition, from: sequence });
  }
  return ranges.map(({ partition, from }, index) => `${partition}: ${from}-${(ranges[index + 1]?.from ?? LOG_NUMBERS) - 1}`).join(', ');
};

const logLayout = (): Layout => {
  const names = [...logPartitions(TENANT), logSortKey(1), accountLimiterKey(TENANT.accountId).pk, counterOf(TENANT.mode)].join(', ');
  const describe = (partitionOf: (sequence: number) => number): string => `${names}; ${digestOf(describePartitions(partitionOf))}`;
  const partitionWritten = (sequence: number): number => logPartitions(TENANT).indexOf(logKey(TENANT, sequence).pk);
  const readable = Object.entries(LOG_LAYOUTS).map(([version, partitionOf]) => [version, describe(partitionOf)]);
  return { written: LOG_LAYOUT, readable: { ...Object.fromEntries(readable), [LOG_LAYOUT]: describe(partitionWritten) } };
};

/** Attributes of an entry with their types; `kind` decides which exist. */
const attributesOf = (kind: LogEntryKind): string => {
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    created: 1,
    livemode: true,
    data: { id: 'cus_1', object: 'customer', name: 'Ada' },
    previous_attributes: null,
  } as const;
  const entry = { sequence: 1, kind, nonce: '', step: 'created', firstOfWrite: 1, uncounted: true } as const;
  const { Put } = logEntryItem(TENANT, { ...entry, event: kind === 'tombstone' ? null : event }, 0);
  const { Item } = Put as { readonly Item: Readonly<Record<string, unknown>> };
  const attributes = Object.entries(Item).map(([name, value]) => `${name} ${value instanceof Uint8Array ? 'binary' : typeof value}`);
  return `${kind}: ${attributes.sort().join(', ')}`;
};

/** Version of the attributes that `logEntryItem` writes. */
const ENTRY_LAYOUT = 1;
/**
 * Other versions that `entries.ts` reads, as `attributesOf` describes them. A release that can read new attributes, but does not write them
 * yet, adds their description. The next release writes them, and keeps the description of the former version here.
 */
const OTHER_ENTRY_LAYOUTS: Descriptions = {};

const entryLayout = (): Layout => ({
  written: ENTRY_LAYOUT,
  readable: { ...OTHER_ENTRY_LAYOUTS, [ENTRY_LAYOUT]: (['event', 'hidden', 'tombstone'] as const).map(attributesOf).join('; ') },
});

/** Where a billing run stores the ids of the subscriptions whose charge it has begun. */
const begunLayout = (): Layout => ({
  written: BEGUN_LAYOUT,
  readable: Object.fromEntries(
    Object.entries(BEGUN_LAYOUTS).map(([version, { keyOf, attribute }]) => {
      const { pk, sk } = keyOf(TENANT);
      return [version, `${pk} ${sk}: ${attribute}`];
    }),
  ),
});

/** The layouts of this release, by name. */
export const currentLayouts = (): Readonly<Record<string, Layout>> => ({
  event_text: textLayout(EVENT_DICTIONARY),
  record_text: textLayout(RECORD_DICTIONARY),
  log_layout: logLayout(),
  log_entry: entryLayout(),
  begun_ids: begunLayout(),
});

/** What the last release can read, by layout. */
export const releasedLayouts = (): Readonly<Record<string, Descriptions>> =>
  JSON.parse(readFileSync(LAYOUTS_FILE, 'utf8')) as Record<string, Descriptions>;

/**
 * Lists violations of the rule that a release writes only what its predecessor can read, and reads all that its predecessor can read. A new
 * layout is allowed: the predecessor does not use it.
 */
export const layoutViolationsOf = (
  current: Readonly<Record<string, Layout>>,
  released: Readonly<Record<string, Descriptions>>,
): readonly string[] =>
  Object.entries(released).flatMap(([name, descriptions]) => {
    const layout = current[name];
    if (layout === undefined) return [`${name}: this release does not read it any more`];
    const { written, readable } = layout;
    const changed = Object.entries(descriptions).flatMap(([version, description]) => {
      const readableDescription = readable[Number(version)];
      if (readableDescription === undefined) return [`${name}: version ${version} is not read any more`];
      return readableDescription === description
        ? []
        : [`${name}: version ${version} differs from that of the last release; add a version instead`];
    });
    return [
      ...(written in descriptions
        ? []
        : [`${name}: writes version ${written}, which the last release cannot read; first release it as a version that is only read`]),
      ...(written in readable ? [] : [`${name}: writes version ${written}, which this release does not read`]),
      ...changed,
    ];
  });
