import type { ComponentChildren, ComponentType } from 'preact';
import type { ScreenProps } from '../lists.tsx';

/** What the page of an object shows in addition to related lists and activity. */

type FactList = readonly (readonly [name: string, value: ComponentChildren])[];

export interface MainProps<T> {
  readonly row: T;
  readonly screenProps: ScreenProps;
  /** Changes whenever the object is read again. */
  readonly version: number;
}

export interface PageParts<T> {
  /** The main column. */
  readonly Main?: ComponentType<MainProps<T>>;
  /**
   * The details on the right; values that are `null` are left out. TypeScript compares the parameters of methods bivariantly, so
   * this has the type of a method. This way the page parts of all kinds of objects can be in one table (`PAGES` in `pages.tsx`).
   */
  readonly facts: { bivariant(row: T, screenProps: ScreenProps): FactList }['bivariant'];
}
