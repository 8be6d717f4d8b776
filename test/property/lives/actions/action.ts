import type fc from 'fast-check';
import type { Life } from '../life.ts';

/** Something that may happen in a life: what it does to the service, and what it must come to. */
export interface LifeAction<Given> {
  readonly name: string;
  /** How often it is chosen, against the others. */
  readonly weight: number;
  readonly given: fc.Arbitrary<Given>;
  /** Does it, and tells the life's model of it. */
  readonly perform: (life: Life, given: Given) => Promise<void>;
}

/** An action with what it was given. */
export interface Deed {
  readonly perform: (life: Life) => Promise<void>;
  readonly toString: () => string;
}

export interface AnyAction {
  readonly weight: number;
  readonly deeds: fc.Arbitrary<Deed>;
}

export const defineAction = <Given>({ name, weight, given, perform }: LifeAction<Given>): AnyAction => ({
  weight,
  deeds: given.map((each) => ({
    perform: (life: Life) => perform(life, each),
    toString: () => `${name} ${JSON.stringify(each)}`,
  })),
});
