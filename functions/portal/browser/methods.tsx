import { AddMethod, SavedMethods } from '../../../shared/pages/browser/wallet.tsx';
import { PanelActions, PanelButton, SectionCard } from './parts.tsx';
import type { ControllerProps } from './use-portal.ts';

export const MethodsSection = ({ controller }: ControllerProps) => {
  const { portal, calls, locale, act, isBusy } = controller;
  const { data, methods } = portal.payment_methods;
  const add = async (method: string, close: () => void): Promise<void> => {
    const { redirect_url: url } = await calls.addMethod(method);
    if (url === null) close();
    else location.assign(url);
  };
  return (
    <SectionCard controller={controller} section="methods" title={locale.texts.methods}>
      <SavedMethods
        methods={data}
        locale={locale}
        isBusy={isBusy}
        makeDefault={(id) => void act('methods', () => calls.makeDefault(id))}
        remove={(id) => void act('methods', () => calls.removeMethod(id))}
      />
      {methods.length === 0 || portal.subscription.status === 'canceled' ? null : (
        <PanelButton label={locale.texts.addMethod}>
          {(close) => (
            <AddMethod methods={methods} locale={locale} add={(method) => void act('methods', () => add(method, close))}>
              <PanelActions isBusy={isBusy} submitLabel={locale.texts.continueAtBank} discard={{ label: locale.texts.discard, close }} />
            </AddMethod>
          )}
        </PanelButton>
      )}
    </SectionCard>
  );
};
