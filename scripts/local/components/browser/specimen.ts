import type { ComponentChildren } from 'preact';

/** A component in one of its states. */
export interface Specimen {
  /** Identifies the state on the page of its component. */
  readonly name: string;
  readonly content: ComponentChildren;
  /** Selector of the element that a click on the first button or input opens, such as a dialog. If omitted, nothing is clicked. */
  readonly shows?: string;
  /** The box around the content leaves space for a list that opens below a button. */
  readonly isTall?: true;
}

/** A component of the console with all its states. */
export interface ComponentSample {
  /** Identifies the component in the URL. */
  readonly name: string;
  readonly title: string;
  readonly specimens: readonly Specimen[];
}
