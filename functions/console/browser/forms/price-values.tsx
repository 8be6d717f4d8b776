import { useEffect } from 'preact/hooks';
import { useApi } from '../app/api.ts';
import { PRICE_CURRENCY, PRICE_USAGE_TYPE, type Values } from './forms.ts';

interface Props {
  /** Id of the chosen price; empty: none. */
  readonly priceId: string;
  readonly set: (values: Values) => void;
}

/**
 * Reads the chosen price, and sets the form's values that follow from it. They are empty if no price is chosen, while the price is read,
 * and if it cannot be read.
 */
export const PriceValues = ({ priceId, set }: Props) => {
  const { calls, mode } = useApi();
  useEffect(() => {
    let isCurrent = true;
    set({ [PRICE_CURRENCY]: '', [PRICE_USAGE_TYPE]: '' });
    if (priceId === '') return undefined;
    calls.object(mode, `prices/${encodeURIComponent(priceId)}`).then(
      ({ currency, usage_type: usageType }) =>
        isCurrent && set({ [PRICE_CURRENCY]: String(currency), [PRICE_USAGE_TYPE]: String(usageType) }),
      // Shows no error: the API reports an unknown price when the form is sent.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [priceId]);
  return null;
};
