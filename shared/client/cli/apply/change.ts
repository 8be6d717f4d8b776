import type { Fields, Json, Kind, KindSchemas } from './kinds.ts';

/** An object of the account. */
export type ApiObject = Fields & { readonly id: string };

/** The objects of the account, newest first. */
export type CurrentObjects = Readonly<Record<Kind, readonly ApiObject[]>>;

/** A placeholder for the id of an object that an earlier change of the plan creates. */
export class Reference {
  readonly kind: Kind;
  readonly key: string;

  constructor(kind: Kind, key: string) {
    this.kind = kind;
    this.key = key;
  }
}

/** A field to send; a reference is replaced by an id when the plan is executed. */
export type PlannedValue = Json | Reference | readonly (Json | Reference)[];

/** One request of the plan. */
export interface Change {
  readonly action: 'create' | 'update' | 'archive';
  readonly kind: Kind;
  readonly key: string;
  /** `null`: the object is created by this change, or by an earlier one. */
  readonly id: string | null;
  readonly fields: Readonly<Record<string, PlannedValue>>;
  /** The stored values of the changed fields; empty for creations. */
  readonly before: Fields;
  /** What people must know about this change; `null`: nothing. */
  readonly note: string | null;
}

export interface Plan {
  /** In the order of execution. */
  readonly changes: readonly Change[];
  /** Objects that are left as they are although their entry is no longer in the file. */
  readonly kept: readonly { readonly kind: Kind; readonly key: string; readonly id: string }[];
  /** Why the plan cannot be executed; empty if it can. */
  readonly problems: readonly string[];
}

export type Schemas = Readonly<Record<Kind, KindSchemas>>;

/** The inputs of planning, and the results that planning adds: price ids, adopted endpoints and problems. */
export interface PlanContext {
  readonly schemas: Schemas;
  readonly current: CurrentObjects;
  /** Ids of the prices of the file by key. */
  readonly prices: Map<string, string | Reference>;
  /** Ids of the endpoints that belong to an entry of the file. */
  readonly adopted: Set<string>;
  readonly problems: string[];
}
