/** What a demo customer buys; `null` if the customer buys nothing. */
export type Purchase = 'starter' | 'team' | 'team_yearly' | 'metered' | 'workshop' | null;

/** What happens to a customer in addition to renewals. */
export type Story =
  | 'has_coupon'
  | 'is_reverse_charged'
  | 'cancels_after_4_months'
  | 'upgrades_after_3_months'
  | 'pauses_in_the_last_month'
  | 'fails_once_and_recovers'
  | 'fails_until_given_up'
  | 'fails_in_the_last_month'
  | 'is_refunded_in_part'
  | 'is_refunded'
  | 'disputes'
  | 'is_in_trial';

export interface DemoCustomer {
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly city: string;
  /** Month of the demo year in which the customer is created, 0 to 11. */
  readonly month: number;
  readonly buys: Purchase;
  readonly story: Story | null;
}

type Row = readonly [name: string, country: string, city: string, month: number, buys: Purchase, story?: Story];

const ROWS: readonly Row[] = [
  ['Ada de Vries', 'NL', 'Utrecht', 0, 'team'],
  ['Brouwerij Noord', 'NL', 'Groningen', 0, 'team_yearly'],
  ['Clara Schmidt', 'DE', 'Köln', 0, 'starter', 'upgrades_after_3_months'],
  ['Domaine Lefèvre', 'FR', 'Dijon', 0, 'metered'],
  ['Eva Jansen', 'NL', 'Leiden', 0, 'starter', 'fails_once_and_recovers'],
  ['Falk & Söhne GmbH', 'DE', 'Hamburg', 1, 'team', 'is_reverse_charged'],
  ['Giulia Ferrari', 'IT', 'Torino', 1, 'starter', 'cancels_after_4_months'],
  ['Hugo Moreau', 'FR', 'Lyon', 1, 'team', 'has_coupon'],
  ['Ines Silva', 'PT', 'Porto', 1, 'starter'],
  ['Jonas Weber', 'DE', 'Leipzig', 2, 'starter', 'fails_until_given_up'],
  ['Katarzyna Wójcik', 'PL', 'Kraków', 2, 'team'],
  ['Lars Nielsen', 'DK', 'Aarhus', 2, 'workshop'],
  ['Mila Kuiper', 'NL', 'Haarlem', 2, 'starter', 'has_coupon'],
  ['Nikos Papadopoulos', 'GR', 'Thessaloniki', 3, 'team'],
  ['Olivia Martin', 'BE', 'Gent', 3, 'team_yearly'],
  ['Pieter Smit', 'NL', 'Zwolle', 3, 'starter', 'is_refunded_in_part'],
  ['Quirin Huber', 'AT', 'Graz', 4, 'metered'],
  ['Rosa Navarro', 'ES', 'Sevilla', 4, 'starter'],
  ['Sven Lindqvist', 'SE', 'Göteborg', 4, 'team', 'disputes'],
  ['Tessa Mulder', 'NL', 'Breda', 5, 'starter', 'cancels_after_4_months'],
  ['Ursula Keller', 'DE', 'München', 5, 'team'],
  ['Vincent Petit', 'FR', 'Nantes', 5, 'workshop', 'is_refunded'],
  ['Wout Peeters', 'BE', 'Antwerpen', 6, 'starter', 'has_coupon'],
  ['Xenia Dimitriou', 'GR', 'Athína', 6, 'starter'],
  ['Yara Haddad', 'FR', 'Paris', 6, 'team'],
  ['Zoë Bakker', 'NL', 'Delft', 6, null],
  ['Anton Novák', 'CZ', 'Brno', 7, 'starter', 'upgrades_after_3_months'],
  ['Birgit Lang', 'DE', 'Dresden', 7, 'team'],
  ['Café Zentral', 'AT', 'Wien', 7, 'starter', 'fails_in_the_last_month'],
  ['Daan Visser', 'NL', 'Arnhem', 8, 'team', 'pauses_in_the_last_month'],
  ['Elena Rossi', 'IT', 'Bologna', 8, 'workshop'],
  ['Finn O’Brien', 'IE', 'Cork', 8, 'starter'],
  ['Greta Holm', 'SE', 'Uppsala', 9, 'starter', 'fails_in_the_last_month'],
  ['Hannes Vogel', 'DE', 'Bremen', 9, 'team_yearly'],
  ['Isabel Costa', 'PT', 'Braga', 9, null],
  ['Jasper Dekker', 'NL', 'Tilburg', 10, 'starter', 'has_coupon'],
  ['Kaja Novak', 'SI', 'Maribor', 10, 'team'],
  ['Léa Bernard', 'FR', 'Lille', 11, 'team', 'is_in_trial'],
  ['Max Fischer', 'DE', 'Berlin', 11, 'team', 'is_in_trial'],
  ['Noor van Dijk', 'NL', 'Nijmegen', 11, null],
];

/** Builds an address in the reserved domain example.com. */
const emailOf = (name: string): string => {
  const plain = name.normalize('NFD').replaceAll(/[^a-zA-Z ]/g, '');
  return `${plain.trim().toLowerCase().replaceAll(/ +/g, '.')}@example.com`;
};

/** Customers of the demo year: subscribers of every kind, buyers of a one-off payment, and some without a purchase. */
export const DEMO_CUSTOMERS: readonly DemoCustomer[] = ROWS.map(([name, country, city, month, buys, story = null]) => ({
  name,
  email: emailOf(name),
  country,
  city,
  month,
  buys,
  story,
}));
