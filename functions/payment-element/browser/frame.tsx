import { render } from 'preact';
import { pageLocaleFor } from '../../../shared/locales/pages/locale.ts';
import { applyAppearance } from '../../../shared/pages/browser/appearance.ts';
import { callsOf, sessionIdOf } from './calls.ts';
import type { BillingPaymentEvents } from './events.ts';
import type { Confirm, FrameMessage, Opening } from './messages.ts';
import { Payment } from './payment.tsx';
import { WalletView } from './wallet.tsx';

/** The script in the frame. It waits for a message with the client secret, so that the secret is in no URL. */

const root = document.getElementById('element');

const isOpening = (data: unknown): data is Opening => typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'open';

let closeCurrent: (() => void) | null = null;

const open = (opening: Opening, port: MessagePort): void => {
  if (root === null) return;
  closeCurrent?.();
  const pageLocale = pageLocaleFor(opening.locale, navigator.languages.join(','));
  document.documentElement.lang = pageLocale.tag;
  applyAppearance(opening.appearance);
  const send = (message: FrameMessage): void => port.postMessage(message);
  const emit = <Name extends keyof BillingPaymentEvents>(kind: Name, detail: BillingPaymentEvents[Name]): void =>
    // TypeScript cannot relate `kind` and `detail` through the type parameter.
    send({ kind, detail } as FrameMessage);
  port.onmessage = ({ data }: MessageEvent<Confirm>) => {
    if (data.kind === 'confirm') document.querySelector<HTMLFormElement>('form.pay')?.requestSubmit();
  };
  const resizeObserver = new ResizeObserver(() =>
    send({ kind: 'size', heightPixels: Math.ceil(root.getBoundingClientRect().height), title: pageLocale.texts.checkout }),
  );
  resizeObserver.observe(root);
  const { clientSecret, withoutButton, view } = opening;
  const View = view === 'methods' ? WalletView : Payment;
  render(
    <View
      key={crypto.randomUUID()}
      sessionId={sessionIdOf(clientSecret)}
      calls={callsOf(clientSecret)}
      pageLocale={pageLocale}
      hasButton={!withoutButton}
      emit={emit}
      redirect={(url) => send({ kind: 'redirect', url })}
    />,
    root,
  );
  closeCurrent = () => {
    resizeObserver.disconnect();
    port.close();
  };
};

addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<unknown>) => {
  if (source === parent && isOpening(data) && port !== undefined) open(data, port);
});
