import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import type { ControllerProps, PortalController, SectionName } from './use-portal.ts';

interface SectionCardProps extends ControllerProps {
  readonly section: SectionName;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A confirmation of a change. It takes the focus, but only after the closed panel has returned the focus to its button. */
const ConfirmationMessage = ({ confirmation }: { readonly confirmation: NonNullable<PortalController['confirmation']> }) => {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => box.current?.focus());
    return () => clearTimeout(timer);
  }, [confirmation]);
  return (
    <p class="done" role="status" tabIndex={-1} ref={box}>
      {confirmation.text}
    </p>
  );
};

/** A section of the page with its heading and its confirmation or error message. */
export const SectionCard = ({ controller: { problem, confirmation }, section, title, children }: SectionCardProps) => {
  return (
    <section class="part" aria-labelledby={`part-${section}`}>
      <h2 id={`part-${section}`}>{title}</h2>
      {confirmation !== null && confirmation.section === section ? <ConfirmationMessage confirmation={confirmation} /> : null}
      {problem !== null && problem.section === section ? <ProblemBox text={problem.text} /> : null}
      {children}
    </section>
  );
};

/** The heading of an opened panel, which takes the focus. */
const PanelHeading = ({ text }: { readonly text: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h3 tabIndex={-1} ref={heading}>
      {text}
    </h3>
  );
};

/** A button that is replaced by a panel when clicked, and gets the focus back when the panel closes. */
export const PanelButton = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: (close: () => void) => ComponentChildren;
}) => {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) {
    return (
      <button type="button" class="quiet" aria-expanded={false} ref={button} onClick={() => setOpen(true)}>
        {label}
      </button>
    );
  }
  return (
    <div class="panel">
      <PanelHeading text={label} />
      {children(() => setOpen(false))}
    </div>
  );
};

/** The submit and discard buttons of a panel. */
export const PanelActions = ({
  isBusy,
  submitLabel,
  isDestructive = false,
  discard,
}: {
  readonly isBusy: boolean;
  readonly submitLabel: string;
  readonly isDestructive?: boolean;
  readonly discard: { readonly label: string; readonly close: () => void };
}) => (
  <div class="choices">
    <button type="submit" class={isDestructive ? 'danger' : ''} aria-disabled={isBusy} aria-busy={isBusy}>
      {submitLabel}
    </button>
    <button type="button" class="quiet" onClick={discard.close}>
      {discard.label}
    </button>
  </div>
);
