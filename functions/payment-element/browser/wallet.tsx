import { useEffect, useRef, useState } from 'preact/hooks';
import { callErrorOf } from '../../../shared/pages/browser/calls.ts';
import { Notice, ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import { AddMethod, SavedMethods, type Wallet } from '../../../shared/pages/browser/wallet.tsx';
import { isSecretUnusable, problemText } from './texts.ts';
import type { ViewProps } from './use-payment.ts';

/** The element with `view="methods"`: the customer's saved payment methods. */
export const WalletView = ({ payableId, calls, pageLocale, emit, redirect, hasButton }: ViewProps & { readonly hasButton: boolean }) => {
  const { texts } = pageLocale;
  const [wallet, setWallet] = useState<Wallet | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const isMounted = useRef(true);

  const act = async (work: () => Promise<Wallet | null>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const updatedWallet = await work();
      if (isMounted.current && updatedWallet !== null) setWallet(updatedWallet);
    } catch (error) {
      if (!isMounted.current) return;
      const { code, message, param } = callErrorOf(error);
      emit('error', { code, message, param });
      if (isSecretUnusable(error)) setHasEnded(true);
      setProblem(problemText(error, pageLocale));
    } finally {
      setBusy(false);
    }
  };

  useEffect(() => {
    isMounted.current = true;
    void act(async () => {
      const loadedWallet = await calls.wallet();
      emit('ready', { sessionId: payableId });
      return loadedWallet;
    });
    return () => {
      isMounted.current = false;
    };
  }, []);

  const add = async (method: string): Promise<Wallet | null> => {
    const url = await calls.addMethod(method);
    if (url !== null) {
      redirect(url);
      return null;
    }
    emit('complete', { sessionId: payableId, successUrl: null });
    return calls.wallet();
  };

  if (hasEnded) return <Notice {...texts.ended} />;
  if (wallet === null) return problem === null ? <div class="loading" aria-busy="true" /> : <Notice {...texts.broken} />;
  return (
    <>
      {wallet.livemode ? null : <p class="notice test">{texts.testNotice}</p>}
      <h1>{texts.methods}</h1>
      {problem === null ? null : <ProblemBox text={problem} />}
      <SavedMethods
        methods={wallet.data}
        locale={pageLocale}
        isBusy={isBusy}
        makeDefault={(id) => void act(() => calls.makeDefault(id))}
        remove={(id) => void act(() => calls.removeMethod(id))}
      />
      {wallet.methods.length === 0 ? null : (
        <>
          <h2>{texts.addMethod}</h2>
          <AddMethod methods={wallet.methods} locale={pageLocale} add={(method) => void act(() => add(method))}>
            {hasButton ? (
              <button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
                {texts.proceed}
              </button>
            ) : null}
          </AddMethod>
        </>
      )}
    </>
  );
};
