import { render } from 'preact';
import { pageLocaleFor } from '../../../shared/locales/pages/locale.ts';
import { applyAppearance } from '../../../shared/pages/browser/appearance.ts';
import { callsOf, payableIdOf } from './calls.ts';
import type { BillingPaymentEvents } from './events.ts';
import type { ConfirmMessage, FrameMessage, OpenMessage } from './messages.ts';
import { PaymentElementView } from './payment.tsx';
import { WalletView } from './wallet.tsx';

/** The script in the iframe of the payment element. It waits for a message with the client secret, so that the secret is in no URL. */

const root = document.getElementById('element');

const isOpenMessage = (data: unknown): data is OpenMessage =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'open';

let closeCurrent: (() => void) | null = null;

const open = (message: OpenMessage, port: MessagePort): void => {
  if (root === null) return;
  closeCurrent?.();
  const pageLocale = pageLocaleFor(message.locale, navigator.languages.join(','));
  document.documentElement.lang = pageLocale.tag;
  applyAppearance(message.appearance);
  const send = (frameMessage: FrameMessage): void => port.postMessage(frameMessage);
  const emit = <Name extends keyof BillingPaymentEvents>(kind: Name, detail: BillingPaymentEvents[Name]): void =>
    // TypeScript cannot relate `kind` and `detail` through the type parameter.
    send({ kind, detail } as FrameMessage);
  port.onmessage = ({ data }: MessageEvent<ConfirmMessage>) => {
    if (data.kind === 'confirm') document.querySelector<HTMLFormElement>('form.pay')?.requestSubmit();
  };
  const resizeObserver = new ResizeObserver(() =>
    send({ kind: 'size', heightPixels: Math.ceil(root.getBoundingClientRect().height), title: pageLocale.texts.checkout }),
  );
  resizeObserver.observe(root);
  const { clientSecret, withoutButton, view } = message;
  const View = view === 'methods' ? WalletView : PaymentElementView;
  render(
    <View
      key={crypto.randomUUID()}
      payableId={payableIdOf(clientSecret)}
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
  if (source === parent && isOpenMessage(data) && port !== undefined) open(data, port);
});
