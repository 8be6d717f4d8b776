/** The VAT retrieval service of the European Commission's Taxes in Europe Database (TEDB). */

const ENDPOINT = 'https://ec.europa.eu/taxation_customs/tedb/ws/VatRetrievalService';
/** Required: without it, the service answers 404. */
const SOAP_ACTION = 'urn:ec.europa.eu:taxud:tedb:services:v1:VatRetrievalService/RetrieveVatRates';
const NAMESPACE = 'urn:ec.europa.eu:taxud:tedb:services:v1:IVatRetrievalService';
const TIMEOUT_MS = 60_000;

/** A rate of a member state on the requested day. */
export interface TedbRate {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly isStandard: boolean;
  readonly basisPoints: number;
  /** Category of supplies, such as `BOOKS`; `null`: none. */
  readonly category: string | null;
  readonly comment: string | null;
}

/** The service uses the code EL for Greece. */
const toTedb = (country: string): string => (country === 'GR' ? 'EL' : country);
const fromTedb = (country: string): string => (country === 'EL' ? 'GR' : country);

/** The request for all rates of these countries on a day, `yyyy-mm-dd`. */
export const tedbRequest = (countries: readonly string[], day: string): string => {
  const codes = countries.map((country) => `<t:isoCode>${toTedb(country)}</t:isoCode>`).join('');
  return (
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:s="${NAMESPACE}" xmlns:t="${NAMESPACE}:types"><e:Body>` +
    `<s:retrieveVatRatesReqMsg><t:memberStates>${codes}</t:memberStates><t:situationOn>${day}</t:situationOn></s:retrieveVatRatesReqMsg>` +
    '</e:Body></e:Envelope>'
  );
};

const elementOf = (xml: string, name: string): string | null =>
  new RegExp(`<(?:\\w+:)?${name}>([\\s\\S]*?)</(?:\\w+:)?${name}>`).exec(xml)?.[1]?.trim() ?? null;

/** Reads the rates in a response, without regional rates and exemptions. Throws if the response is a fault or has no rates. */
export const parseTedb = (xml: string): readonly TedbRate[] => {
  const fault = elementOf(xml, 'faultstring');
  if (fault !== null) throw new Error(`TEDB refused the request: ${fault}`);
  const results = [...xml.matchAll(/<(?:\w+:)?vatRateResults>([\s\S]*?)<\/(?:\w+:)?vatRateResults>/g)].map(([, result = '']) => result);
  const rates = results.flatMap((result): readonly TedbRate[] => {
    const rate = elementOf(result, 'rate') ?? '';
    const value = elementOf(rate, 'value');
    const country = elementOf(result, 'memberState');
    const category = elementOf(elementOf(result, 'category') ?? '', 'identifier');
    if (value === null || country === null || category === 'REGION') return [];
    const isStandard = elementOf(rate, 'type') === 'DEFAULT';
    const basisPoints = Math.round(Number(value) * 100);
    return [{ country: fromTedb(country), isStandard, basisPoints, category, comment: elementOf(result, 'comment') }];
  });
  if (rates.length === 0) throw new Error('TEDB returned no rates.');
  return rates;
};

/** Fetches the rates of these countries on a day. Throws if the service does not answer with rates. */
export const fetchTedb = async (countries: readonly string[], day: string): Promise<readonly TedbRate[]> => {
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'text/xml;charset=UTF-8', soapaction: SOAP_ACTION },
    body: tedbRequest(countries, day),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const xml = await response.text();
  if (!response.ok && !xml.includes('faultstring')) throw new Error(`TEDB answered ${response.status}.`);
  return parseTedb(xml);
};
