import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** Functions for the content of a dialog. */
export interface DialogControls {
  /** Closes the dialog; the focus returns to the element that opened it. */
  readonly close: () => void;
  /** Runs work during which the dialog cannot be closed. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

interface Props {
  readonly title: string;
  /** False: the title is the accessible name only. */
  readonly hasTitle?: boolean;
  readonly class?: string;
  /** The focus starts at the title, because the controls are below a long text. Omitted: at the first control. */
  readonly startsAtTitle?: true;
  /** Called when the dialog was closed: by a button, by the Escape key, or by `close`. */
  readonly onClosed: () => void;
  readonly children: (dialog: DialogControls) => ComponentChildren;
}

export const Dialog = ({ title, hasTitle = true, class: name, startsAtTitle, onClosed, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const running = useRef(0);
  useEffect(() => {
    dialog.current?.showModal();
    if (startsAtTitle) heading.current?.focus();
  }, []);
  const hold = async <T,>(work: () => Promise<T>): Promise<T> => {
    running.current += 1;
    try {
      return await work();
    } finally {
      running.current -= 1;
    }
  };
  return (
    <dialog
      ref={dialog}
      class={name}
      {...(hasTitle ? { 'aria-labelledby': id } : { 'aria-label': title })}
      onCancel={(event) => (running.current > 0 ? event.preventDefault() : undefined)}
      // Browsers close a dialog on the second Escape even if the cancel event was prevented, so it is opened again.
      onClose={() => (running.current > 0 ? dialog.current?.showModal() : onClosed())}
    >
      {hasTitle ? (
        <h2 id={id} ref={heading} tabIndex={startsAtTitle ? -1 : undefined}>
          {title}
        </h2>
      ) : null}
      {children({ close: () => dialog.current?.close(), hold })}
    </dialog>
  );
};
