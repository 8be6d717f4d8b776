import type { ComponentChildren } from 'preact';

/** A component in one of its states. */
export interface Specimen {
  /** Identifies the state on the page of its component. */
  readonly name: string;
  readonly content: ComponentChildren;
  /** Selector of what a press shows, such as a dialog; omitted: the state is shown at once. */
  readonly shows?: string;
  /** The stage leaves space for a list that opens below its button. */
  readonly isTall?: true;
}

/** A component of the console with all its states. */
export interface ComponentSample {
  /** Identifies the component in the URL. */
  readonly name: string;
  readonly title: string;
  readonly specimens: readonly Specimen[];
}
