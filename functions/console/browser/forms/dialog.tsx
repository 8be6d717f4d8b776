import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** What is in a dialog may do with it. */
export interface InDialog {
  /** Closes it, and gives the focus back to what opened it. */
  readonly close: () => void;
  /** Does something that must come to its end before the dialog can be closed. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Props {
  readonly title: string;
  readonly mode: string;
  /** It was closed: by a button, by the Escape key, or by `close`. */
  readonly closed: () => void;
  readonly children: (inside: InDialog) => ComponentChildren;
}

/** A dialog above the page, until it is closed. */
export const Dialog = ({ title, mode, closed, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const held = useRef(0);
  useEffect(() => dialog.current?.showModal(), []);
  const hold = async <T,>(work: () => Promise<T>): Promise<T> => {
    held.current += 1;
    try {
      return await work();
    } finally {
      held.current -= 1;
    }
  };
  return (
    <dialog
      ref={dialog}
      class={mode}
      aria-labelledby={id}
      onCancel={(event) => (held.current > 0 ? event.preventDefault() : undefined)}
      // Browsers close a dialog at the second Escape, whatever is said to the first.
      onClose={() => (held.current > 0 ? dialog.current?.showModal() : closed())}
    >
      <h2 id={id}>{title}</h2>
      {children({ close: () => dialog.current?.close(), hold })}
    </dialog>
  );
};
