import { AddMethod, SavedMethods } from '../../../shared/pages/browser/wallet.tsx';
import { Choices, Opener, Part } from './parts.tsx';
import type { Acting } from './use-portal.ts';

/** The ways to pay that the customer has. */
export const MethodsPart = ({ acting }: { readonly acting: Acting }) => {
  const { portal, calls, said, act, isBusy } = acting;
  const { data, methods } = portal.payment_methods;
  const add = async (method: string, close: () => void): Promise<void> => {
    const { redirect_url: url } = await calls.addMethod(method);
    if (url === null) close();
    else location.assign(url);
  };
  return (
    <Part acting={acting} section="methods" title={said.texts.methods}>
      <SavedMethods
        methods={data}
        locale={said}
        isBusy={isBusy}
        use={(id) => void act('methods', () => calls.useMethod(id))}
        remove={(id) => void act('methods', () => calls.removeMethod(id))}
      />
      {methods.length === 0 || portal.subscription.status === 'canceled' ? null : (
        <Opener label={said.texts.addMethod}>
          {(close) => (
            <AddMethod methods={methods} locale={said} add={(method) => void act('methods', () => add(method, close))}>
              <Choices isBusy={isBusy} go={said.texts.continueAtBank} stay={{ label: said.texts.discard, close }} />
            </AddMethod>
          )}
        </Opener>
      )}
    </Part>
  );
};
