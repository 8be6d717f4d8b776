import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../../shared/pages/browser/parts.tsx';

/** A screen whose code is loaded separately, when it is first shown or preloaded. */
export interface LazyScreen<Props> {
  readonly Screen: ComponentType<Props>;
  /** Starts to load the code. */
  readonly preload: () => void;
}

/** Shown if loading fails, for example because a deployment removed the chunk that this page refers to. */
const NotLoaded = () => (
  <>
    <Notice title="This screen could not be loaded" text="The console may have been updated since you opened this page." />
    <button type="button" onClick={() => location.reload()}>
      Reload
    </button>
  </>
);

/** Creates a screen whose code is loaded separately. `load`: imports the module and returns the component of the screen. */
export const lazyScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> => {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const loadOnce = (): Promise<void> => {
    loading ??= load().then((screen) => {
      loaded = screen;
    });
    return loading;
  };
  const Screen = (props: Props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
    useEffect(() => {
      loadOnce().then(
        () => setState('loaded'),
        () => setState('failed'),
      );
    }, []);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    return state === 'failed' ? <NotLoaded /> : <div class="loading" aria-busy="true" />;
  };
  // `Screen` shows the failure, so preloading ignores it.
  return { Screen, preload: () => void loadOnce().catch(() => undefined) };
};
