import { useEffect, useRef, useState } from 'preact/hooks';
import { callErrorOf } from '../../../shared/pages/browser/calls.ts';
import { Notice, ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import { AddMethod, SavedMethods, type Wallet } from '../../../shared/pages/browser/wallet.tsx';
import { isOver, problemText } from './texts.ts';
import type { Paying } from './use-payment.ts';

/** The element that shows what the customer has saved, in place of a payment: `view="methods"`. */
export const WalletView = ({ sessionId, calls, pageLocale, tell, leaveFor, hasButton }: Paying & { readonly hasButton: boolean }) => {
  const { texts } = pageLocale;
  const [wallet, setWallet] = useState<Wallet | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [isClosed, setClosed] = useState(false);
  const isThere = useRef(true);

  const act = async (work: () => Promise<Wallet | null>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const changed = await work();
      if (isThere.current && changed !== null) setWallet(changed);
    } catch (error) {
      if (!isThere.current) return;
      const { code, message, param } = callErrorOf(error);
      tell('error', { code, message, param });
      if (isOver(error)) setClosed(true);
      setProblem(problemText(error, pageLocale));
    } finally {
      setBusy(false);
    }
  };

  useEffect(() => {
    isThere.current = true;
    void act(async () => {
      const found = await calls.wallet();
      tell('ready', { sessionId });
      return found;
    });
    return () => {
      isThere.current = false;
    };
  }, []);

  const add = async (method: string): Promise<Wallet | null> => {
    const url = await calls.addMethod(method);
    if (url !== null) {
      leaveFor(url);
      return null;
    }
    tell('complete', { sessionId, successUrl: null });
    return calls.wallet();
  };

  if (isClosed) return <Notice {...texts.ended} />;
  if (wallet === null) return problem === null ? <div class="loading" aria-busy="true" /> : <Notice {...texts.broken} />;
  return (
    <>
      {wallet.livemode ? null : <p class="notice">{texts.testNotice}</p>}
      <h1>{texts.methods}</h1>
      {problem === null ? null : <ProblemBox text={problem} />}
      <SavedMethods
        methods={wallet.data}
        locale={pageLocale}
        isBusy={isBusy}
        use={(id) => void act(() => calls.useMethod(id))}
        remove={(id) => void act(() => calls.removeMethod(id))}
      />
      {wallet.methods.length === 0 ? null : (
        <>
          <h2>{texts.addMethod}</h2>
          <AddMethod methods={wallet.methods} locale={pageLocale} add={(method) => void act(() => add(method))}>
            {hasButton ? (
              <button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
                {texts.continueAtBank}
              </button>
            ) : null}
          </AddMethod>
        </>
      )}
    </>
  );
};
