import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export const SendingNote = ({ isSending }: { readonly isSending: boolean }) => (
  <span class="soft" role="status">
    {isSending ? 'Sending…' : null}
  </span>
);

interface MoreOptionsProps {
  /** A field inside has a problem, so the fields are shown. */
  readonly hasProblem: boolean;
  readonly children: ComponentChildren;
}

/** The fields that few members need, shown on demand. */
export const MoreOptions = ({ hasProblem, children }: MoreOptionsProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more-fields" open={isOpen || hasProblem} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>More options</summary>
      {children}
    </details>
  );
};
