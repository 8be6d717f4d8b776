/** Kinds of record to read, each with the id after which reading begins. */
export type UnreadKinds = ReadonlyMap<string, string>;

/** A range of the ids of one kind: `from` exclusive, `to` inclusive (`null`: to the end). */
export interface KindIdRange {
  readonly type: string;
  readonly from: string;
  readonly to: string | null;
}

/** The change of an object that a log entry reports. */
export interface ReportedChange {
  readonly sequence: number;
  readonly step: 'created' | 'changed' | 'removed';
  readonly type: string;
  readonly id: string;
}

/** The earliest change of an object, among the entries read so far. */
export interface FirstChange {
  readonly sequence: number;
  readonly isCreation: boolean;
}

/** For each object that is still unread: its first change after the fence (see `ChangesSince`). */
export interface UnreadChanges {
  /** Ignores objects that were read, and objects of other kinds. Throws if more than `MAX_CHANGED_OBJECTS` unread objects have changed. */
  readonly add: (change: ReportedChange) => void;
  /** Returns the changes of the range and forgets them. `ids`: the objects of the range that still exist. */
  readonly take: (range: KindIdRange, ids: readonly string[]) => ReadonlyMap<string, FirstChange>;
}

/** Limit of the changed objects in memory: about 30 MB. */
export const MAX_CHANGED_OBJECTS = 200_000;

/** Changes of one kind. `from`: the id up to which the kind was read. */
interface ChangesOfKind {
  from: string;
  readonly first: Map<string, FirstChange>;
  readonly removed: Set<string>;
}

/** Creates `UnreadChanges` without changes. */
export const openUnreadChanges = (kinds: UnreadKinds): UnreadChanges => {
  const unread = new Map([...kinds].map(([type, from]): [string, ChangesOfKind] => [type, { from, first: new Map(), removed: new Set() }]));
  let objects = 0;
  return {
    add: ({ sequence, step, type, id }) => {
      const kind = unread.get(type);
      if (kind === undefined || id <= kind.from) return;
      // An entry that fills a gap in the log can be read after entries with higher numbers.
      const known = kind.first.get(id);
      if (known === undefined) objects += 1;
      if (known === undefined || sequence < known.sequence) kind.first.set(id, { sequence, isCreation: step === 'created' });
      if (step === 'removed') kind.removed.add(id);
      if (objects > MAX_CHANGED_OBJECTS) throw new Error(`more than ${MAX_CHANGED_OBJECTS} objects changed after the fence`);
    },
    take: ({ type, from, to }, ids) => {
      const kind = unread.get(type);
      if (kind === undefined) throw new Error(`the changes of ${type} after the fence are not known`);
      const removedIds = [...kind.removed].filter((id) => id > from && (to === null || id <= to));
      const taken = takeFrom(kind, [...ids, ...removedIds]);
      objects -= taken.size;
      if (to === null) {
        objects -= kind.first.size;
        unread.delete(type);
      } else kind.from = to;
      return taken;
    },
  };
};

const takeFrom = ({ first, removed }: ChangesOfKind, ids: readonly string[]): ReadonlyMap<string, FirstChange> => {
  const taken = new Map<string, FirstChange>();
  for (const id of ids) {
    const change = first.get(id);
    if (change !== undefined) taken.set(id, change);
    first.delete(id);
    removed.delete(id);
  }
  return taken;
};
