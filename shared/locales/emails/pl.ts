import type { EmailTexts } from './en.ts';

export const pl: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Potwierdzenie płatności: ${shop}` : `Potwierdzenie płatności: ${shop} (${number})`),
    heading: 'Dziękujemy za płatność',
    opening: (shop, amount) => `Sprzedawca ${shop} otrzymał Twoją płatność: ${amount}.`,
  },
  invoice: {
    subject: (shop, number) => `Faktura ${number}: ${shop}`,
    heading: (number) => `Faktura ${number}`,
    paid: 'Ta faktura jest opłacona. Nie musisz nic robić.',
    due: (amount) => `Do zapłaty: ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Płatność nie powiodła się: ${shop}`,
    heading: 'Płatność nie powiodła się',
    opening: (shop, amount) => `Twoja płatność dla ${shop} (${amount}) nie powiodła się. Nic nie pobrano.`,
    closing: (shop) => [
      `Aby spróbować ponownie, wróć na stronę ${shop} i wybierz tę samą lub inną metodę płatności.`,
      'Jeśli płatność została już zrealizowana, zignoruj tę wiadomość.',
    ],
    renewal: [
      'Otwórz link, aby zapłacić teraz lub wybrać inną metodę płatności. Link jest tylko dla Ciebie, nie udostępniaj go.',
      'Jeśli płatność została już zrealizowana, zignoruj tę wiadomość.',
    ],
    tryAgain: 'Spróbuj ponownie',
    again: [
      'Otwórz link, aby zapłacić tą samą lub inną metodą płatności.',
      'Jeśli płatność została już zrealizowana, zignoruj tę wiadomość.',
    ],
  },
  refund: {
    subject: (shop) => `Zwrot płatności: ${shop}`,
    heading: (amount) => `Zwrot: ${amount}`,
    opening: (shop, amount) => `Sprzedawca ${shop} zwrócił ${amount} tą samą metodą, którą opłacono zakup.`,
    closing: 'Zależnie od banku środki mogą pojawić się na koncie dopiero po kilku dniach.',
  },
  usageAlert: {
    subject: (shop) => `Zużycie: ${shop}`,
    heading: (reached) => `Zużycie osiągnęło ${reached}`,
    opening: (product, reached, since) => `Zużycie ${product} od ${since} osiągnęło ${reached}.`,
    closing: 'Zostanie rozliczone na koniec okresu, w razie potrzeby z VAT.',
  },
  creditNote: {
    subject: (shop, number) => `Faktura korygująca ${number}: ${shop}`,
    heading: (number) => `Faktura korygująca ${number}`,
    opening: (invoiceNumber) => `Wystawiono fakturę korygującą do faktury ${invoiceNumber}.`,
  },
  portalLink: {
    subject: (shop) => `Zarządzaj subskrypcją: ${shop}`,
    heading: 'Zarządzaj subskrypcją',
    opening: (shop) => `Otwórz link, aby zobaczyć faktury, zmienić subskrypcję w ${shop} lub metodę płatności.`,
    closing: [
      'Link wygaśnie za godzinę. Może go użyć każdy, kto go ma, więc nie udostępniaj go.',
      'Jeśli to nie Twoja prośba, zignoruj tę wiadomość.',
    ],
  },
  emailChange: {
    subject: (shop) => `Potwierdź adres e-mail: ${shop}`,
    heading: 'Potwierdź adres e-mail',
    opening: (shop) => `Po potwierdzeniu faktury i wiadomości od ${shop} będą przychodzić na ten adres.`,
    action: 'Potwierdź adres e-mail',
    closing: ['Link jest tylko dla Ciebie, nie udostępniaj go.', 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość. Nic się nie zmieni.'],
  },
  emailChanged: {
    subject: (shop) => `Zmieniono adres e-mail: ${shop}`,
    heading: 'Zmieniono adres e-mail',
    opening: (shop) =>
      `Faktury i wiadomości od ${shop} przychodzą teraz na inny adres. Linki z wcześniejszych wiadomości już nie działają.`,
    closing: 'Jeśli to nie Twoja zmiana, odpowiedz na tę wiadomość.',
  },
  portal: 'Zarządzaj subskrypcją',
  attached: { invoice: 'Faktura jest w załączniku (PDF).', creditNote: 'Faktura korygująca jest w załączniku (PDF).' },
  labels: {
    invoice: 'Faktura',
    creditNote: 'Faktura korygująca',
    issuedOn: 'Data wystawienia',
    paidOn: 'Zapłacono',
    paidWith: 'Metoda płatności',
    period: 'Okres',
    date: 'Data',
    amount: 'Kwota',
    discount: 'Rabat',
    tax: 'VAT',
    included: 'w cenie',
    reverseCharge: 'VAT (odwrotne obciążenie)',
    amountPaid: 'Zapłacono',
    amountDue: 'Do zapłaty',
    refunded: 'Zwrócono',
    credited: 'Kwota korekty',
  },
  lines: { proration_credit: 'Niewykorzystany okres', proration_charge: 'Pozostały okres', carried_credit: 'Nadpłata' },
  methods: { creditcard: 'Karta', directdebit: 'Polecenie zapłaty SEPA', banktransfer: 'Przelew' },
  testMode: 'Tryb testowy: nie pobrano prawdziwych pieniędzy.',
  questions: (address) => `Masz pytania? Odpowiedz na tę wiadomość lub napisz na adres ${address}.`,
};
