import type { ComponentChildren, ComponentType } from 'preact';
import type { ScreenProps } from './lists.tsx';

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
   * The details on the right; values that are `null` are left out. The type is that of a method, whose parameters TypeScript compares
   * bivariantly, so that the parts of all objects fit into one table.
   */
  readonly facts: { bivariant(row: T, screenProps: ScreenProps): FactList }['bivariant'];
}
