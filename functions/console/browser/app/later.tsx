import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../../shared/pages/browser/parts.tsx';

/** A screen whose code is loaded apart from the console's own, when it is first shown or announced. */
export interface LaterScreen<Props> {
  readonly Screen: ComponentType<Props>;
  /** Begins to load it, so that it is there sooner. */
  readonly announce: () => void;
}

/** After a deployment, a page that was loaded before asks for parts that are no more. */
const NotLoaded = () => (
  <>
    <Notice title="This screen was not loaded" text="The console may have been updated since this page was opened." />
    <button type="button" onClick={() => location.reload()}>
      Load the console anew
    </button>
  </>
);

/** `load`: imports the module, and answers what shows the screen. */
export const laterScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>): LaterScreen<Props> => {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    loading ??= load().then((screen) => {
      loaded = screen;
    });
    return loading;
  };
  const Screen = (props: Props) => {
    const [state, setState] = useState<'loading' | 'ended' | 'failed'>('loading');
    useEffect(() => {
      begin().then(
        () => setState('ended'),
        () => setState('failed'),
      );
    }, []);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    return state === 'failed' ? <NotLoaded /> : <div class="loading" aria-busy="true" />;
  };
  // Anyone who shows it hears of a failure.
  return { Screen, announce: () => void begin().catch(() => undefined) };
};
