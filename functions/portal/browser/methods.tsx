import { mandateKindOf } from '../../../shared/domain/payment/methods.ts';
import { AddMethod, SavedMethods, savedMethodName } from '../../../shared/pages/browser/wallet.tsx';
import { PanelActions, PanelButton, SectionCard } from './parts.tsx';
import { findAddedMethod, rememberMethods } from './session.ts';
import type { ControllerProps } from './use-portal.ts';

export const MethodsSection = ({ controller }: ControllerProps) => {
  const { portal, calls, locale, act, isBusy } = controller;
  const { data: savedMethods, methods: addableTypes } = portal.payment_methods;
  const { payment_methods: acceptedTypes } = portal.subscription.price;
  const { done, newMethodInUse } = locale.portal;
  const nameOfMethod = (id: string): string => {
    const method = savedMethods.find((each) => each.id === id);
    return method === undefined ? '' : savedMethodName(method, locale);
  };
  /**
   * Adds a method and makes it the default. Returns the confirmation; `null`: the customer is redirected to the bank, or the method is not
   * saved yet.
   */
  const add = async (method: string): Promise<string | null> => {
    const { redirect_url: url } = await calls.addMethod(method);
    if (url !== null) {
      rememberMethods(savedMethods);
      location.assign(url);
      return null;
    }
    const added = findAddedMethod(
      savedMethods.map(({ id }) => id),
      await calls.retrieve(),
    );
    if (added === null) return null;
    await calls.makeDefault(added.id);
    return done.methodUsed(savedMethodName(added, locale));
  };
  return (
    <SectionCard controller={controller} section="methods" title={locale.texts.methods}>
      <SavedMethods
        methods={savedMethods}
        inUseId={portal.charged_method_id ?? null}
        isUsable={({ kind }) => acceptedTypes.some((each) => mandateKindOf(each) === kind)}
        locale={locale}
        isBusy={isBusy}
        makeDefault={(id) =>
          void act(
            'methods',
            () => calls.makeDefault(id),
            () => done.methodUsed(nameOfMethod(id)),
          )
        }
        remove={(id) =>
          void act(
            'methods',
            () => calls.removeMethod(id),
            () => done.methodRemoved,
          )
        }
      />
      {addableTypes.length === 0 || portal.subscription.status === 'canceled' ? null : (
        <PanelButton label={locale.texts.addMethod}>
          {(close) => (
            <AddMethod
              methods={addableTypes}
              locale={locale}
              currency={portal.subscription.price.currency}
              hint={newMethodInUse}
              add={async (method) => {
                let isPending = false;
                const succeeded = await act(
                  'methods',
                  () => add(method),
                  (text) => {
                    isPending = text === null;
                    return text;
                  },
                );
                if (succeeded && !isPending) close();
              }}
            >
              <PanelActions isBusy={isBusy} submitLabel={locale.texts.proceed} discard={{ label: locale.texts.discard, close }} />
            </AddMethod>
          )}
        </PanelButton>
      )}
    </SectionCard>
  );
};
