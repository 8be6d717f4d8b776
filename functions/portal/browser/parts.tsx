import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import type { Acting, Section } from './use-portal.ts';

/** The parts that the portal's sections are made of. */

/** A part of the page under its own heading, with what went wrong in it. */
export const Part = ({
  acting,
  section,
  title,
  children,
}: {
  readonly acting: Acting;
  readonly section: Section;
  readonly title: string;
  readonly children: ComponentChildren;
}) => {
  const { problem } = acting;
  return (
    <section class="part" aria-labelledby={`part-${section}`}>
      <h2 id={`part-${section}`}>{title}</h2>
      {problem !== null && problem.section === section ? <ProblemBox text={problem.text} /> : null}
      {children}
    </section>
  );
};

/** Where a reader continues once a panel is open. */
const PanelHeading = ({ text }: { readonly text: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <h3 tabIndex={-1} ref={heading}>
      {text}
    </h3>
  );
};

/** A button that opens what it is about in its own place, and has the reader back when that is closed. */
export const Opener = ({ label, children }: { readonly label: string; readonly children: (close: () => void) => ComponentChildren }) => {
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

/** The two ways out of an open panel. */
export const Choices = ({
  isBusy,
  go,
  stay,
}: {
  readonly isBusy: boolean;
  readonly go: string;
  readonly stay: { readonly label: string; readonly close: () => void };
}) => (
  <div class="choices">
    <button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
      {go}
    </button>
    <button type="button" class="quiet" onClick={stay.close}>
      {stay.label}
    </button>
  </div>
);
