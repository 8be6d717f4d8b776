import { polishPlural } from '../polish-plural.ts';
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
    opening: (shop, amount) => `Twoja płatność dla ${shop} (${amount}) nie powiodła się. Nie pobrano żadnych środków.`,
    authentication: {
      subject: (shop) => `Twój bank prosi o potwierdzenie płatności: ${shop}`,
      heading: 'Twój bank prosi o potwierdzenie płatności',
      opening: (shop, amount) =>
        `Twój bank prosi o potwierdzenie płatności dla ${shop} (${amount}). Do tego czasu nie zostaną pobrane żadne środki.`,
      confirm:
        'Podczas płatności bank poprosi o potwierdzenie niewielkiego obciążenia, które służy do sprawdzenia metody płatności. Następnie zostanie pobrana należna kwota.',
    },
    closing: (shop) => [
      `Aby spróbować ponownie, wróć na stronę ${shop} i wybierz tę samą lub inną metodę płatności.`,
      'Jeśli płatność została już zrealizowana, zignoruj tę wiadomość.',
    ],
    renewal: [
      'Otwórz link, aby zapłacić teraz lub wybrać inną metodę płatności. Link jest tylko dla Ciebie, nie udostępniaj go.',
      'Jeśli płatność została już zrealizowana, zignoruj tę wiadomość.',
    ],
    ended: ['Nie będzie kolejnej próby. Subskrypcja została zakończona.'],
    pay: 'Zapłać teraz',
    tryAgain: 'Spróbuj ponownie',
    again: [
      'Otwórz link, aby zapłacić tą samą lub inną metodą płatności.',
      'Jeśli płatność została już zrealizowana, zignoruj tę wiadomość.',
    ],
  },
  collectionEnded: {
    subject: (shop) => `Subskrypcja została zakończona: ${shop}`,
    heading: 'Subskrypcja została zakończona',
    opening: (shop, product, amount) =>
      `Twoja płatność dla ${shop} (${amount}) nie powiodła się. Dlatego subskrypcja ${product} została zakończona.`,
    closing: 'Nie będzie kolejnej próby.',
  },
  changeFailed: {
    subject: (shop) => `Subskrypcja nie została zmieniona: ${shop}`,
    heading: 'Subskrypcja nie została zmieniona',
    opening: (shop, product, amount) =>
      `Twoja płatność dla ${shop} (${amount}) nie powiodła się. Dlatego subskrypcja ${product} nie została zmieniona.`,
    closing: ['Nie pobrano żadnych środków. Subskrypcja pozostaje bez zmian.', 'Jeśli nadal chcesz tej zmiany, zleć ją ponownie.'],
  },
  refund: {
    subject: (shop) => `Zwrot płatności: ${shop}`,
    heading: (amount) => `Zwrot: ${amount}`,
    opening: (shop, amount) => `Sprzedawca ${shop} zwrócił ${amount} tą samą metodą, którą opłacono zakup.`,
    closing: 'Zależnie od banku środki mogą pojawić się na koncie dopiero po kilku dniach.',
  },
  usageAlert: {
    subject: (shop) => `Zużycie: ${shop}`,
    units: (count, text) => `${text} ${polishPlural(count, 'jednostkę', 'jednostki', 'jednostek')}`,
    heading: (reached) => `Zużycie osiągnęło ${reached}`,
    opening: (product, reached, since) => `Zużycie ${product} od ${since} osiągnęło ${reached}.`,
    closing: 'Opłata zostanie naliczona na koniec okresu, w stosownych przypadkach z doliczeniem VAT.',
  },
  withdrawal: {
    subject: (shop) => `Odstąpienie od umowy z ${shop}`,
    heading: 'Otrzymaliśmy oświadczenie o odstąpieniu od umowy',
    opening: (shop, product) => `Odstąpiono od umowy z ${shop}, której przedmiotem jest ${product}.`,
    received: 'Data otrzymania',
    contract: 'Umowa',
    concluded: 'Data zawarcia',
    refund: 'Zwrot',
    ended: 'Subskrypcja została zakończona.',
    refunded: (amount) => `Kwota ${amount} zostanie zwrócona w ciągu 14 dni przy użyciu tej samej metody płatności.`,
    noRefund: 'Nie ma kwoty do zwrotu.',
  },
  creditNote: {
    subject: (shop, number) => `Faktura korygująca ${number}: ${shop}`,
    heading: (number) => `Faktura korygująca ${number}`,
    opening: (invoiceNumber) => `Wystawiono fakturę korygującą do faktury ${invoiceNumber}.`,
  },
  portalLink: {
    subject: (shop) => `Zarządzaj subskrypcją: ${shop}`,
    heading: 'Zarządzaj subskrypcją',
    opening: (shop) => `Otwórz link, aby zobaczyć faktury oraz zmienić subskrypcję w ${shop} lub metodę płatności.`,
    closing: [
      'Link wygaśnie za godzinę. Może go użyć każdy, kto go ma, więc nie udostępniaj go.',
      'Jeśli to nie Twoja prośba, zignoruj tę wiadomość.',
    ],
  },
  checkoutLink: {
    subject: (shop) => `Dokończ zamówienie: ${shop}`,
    heading: 'Dokończ zamówienie',
    opening: (shop, product) =>
      `Otwórz link, aby zasubskrybować ${product} w ${shop}. Zanim zamówisz, zobaczysz cenę i wybierzesz metodę płatności.`,
    action: 'Przejdź do zamówienia',
    closing: (until) => [
      `Link działa do ${until} i pozwala złożyć jedno zamówienie.`,
      'Jeśli nie spodziewasz się tej wiadomości, zignoruj ją. Zapłacisz tylko wtedy, gdy złożysz zamówienie.',
    ],
  },
  emailChange: {
    subject: (shop) => `Potwierdź adres e-mail: ${shop}`,
    heading: 'Potwierdź adres e-mail',
    opening: (shop) => `Gdy potwierdzisz ten adres, będą na niego przychodzić faktury i wiadomości od ${shop}.`,
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
  orderConfirmation: {
    subject: (shop) => `Potwierdzenie zamówienia: ${shop}`,
    heading: 'Potwierdzamy zamówienie',
    opening: (shop, product) => `Dziękujemy za zamówienie w ${shop}: ${product}. Oto uzgodnione warunki.`,
    purchase: (shop, product) => `Dziękujemy za zamówienie w ${shop}: ${product}.`,
  },
  cancellation: {
    subject: (shop) => `Potwierdzenie wypowiedzenia: ${shop}`,
    heading: 'Potwierdzamy wypowiedzenie',
    scheduled: (product, date) => `Subskrypcja ${product} została wypowiedziana. Zakończy się ${date} i nie zostanie odnowiona.`,
    ended: (product, date) => `Subskrypcja ${product} została wypowiedziana. Zakończyła się ${date}.`,
  },
  reactivation: {
    subject: (shop) => `Subskrypcja jest kontynuowana: ${shop}`,
    heading: 'Subskrypcja jest kontynuowana',
    opening: (product) => `Wypowiedzenie subskrypcji ${product} zostało cofnięte.`,
  },
  planChange: {
    subject: (shop) => `Zmiana subskrypcji: ${shop}`,
    heading: 'Subskrypcja została zmieniona',
    opening: (product) => `Twoja subskrypcja to teraz ${product}. Od teraz obowiązują te warunki.`,
  },
  paymentMethodChange: {
    subject: (shop) => `Zmiana metody płatności: ${shop}`,
    heading: 'Metoda płatności została zmieniona',
    opening: (product) => `Kolejne płatności za ${product} będą pobierane tą metodą.`,
  },
  trialEnding: {
    subject: (shop) => `Okres próbny wkrótce się skończy: ${shop}`,
    heading: (date) => `Bezpłatny okres próbny skończy się ${date}`,
    opening: (product) => `Potem subskrypcja ${product} będzie kontynuowana na uzgodnionych warunkach.`,
  },
  renewalNotice: {
    subject: (shop) => `Subskrypcja wkrótce się odnowi: ${shop}`,
    heading: (date) => `Subskrypcja odnowi się ${date}`,
    opening: (product) => `Subskrypcja ${product} odnowi się automatycznie na kolejny rok.`,
  },
  directDebitNotice: {
    agreed:
      'Każde polecenie zapłaty zapowiadamy e-mailem 14 dni wcześniej. Jeśli zostało mniej dni, na przykład po zmianie, zapowiadamy je od razu.',
    subject: (shop) => `Nadchodzące polecenie zapłaty: ${shop}`,
    heading: (amount) => `Nadchodzące polecenie zapłaty: ${amount}`,
    opening: (product, date) =>
      `Kolejna płatność za ${product} zostanie pobrana z Twojego konta poleceniem zapłaty SEPA w dniu ${date} lub krótko potem.`,
    closing: 'Zadbaj o wystarczające środki na koncie.',
  },
  cardExpiring: {
    subject: (shop) => `Karta wkrótce straci ważność: ${shop}`,
    heading: 'Karta wkrótce straci ważność',
    opening: (product) => `Karta, którą opłacasz subskrypcję ${product}, wkrótce straci ważność.`,
    closing: 'Otwórz link, aby dodać nową kartę. Link jest tylko dla Ciebie, nie udostępniaj go.',
  },
  terms: {
    per: { month: (amount) => `${amount} miesięcznie`, year: (amount) => `${amount} rocznie` },
    perUnit: (amount) => `${amount} za jednostkę`,
    tiered: 'Według progów cenowych planu',
    withVat: 'z VAT',
    plusVat: 'plus VAT',
    reverseCharge: 'bez VAT (odwrotne obciążenie)',
    billing: {
      licensed: { month: 'Co miesiąc, z góry', year: 'Co rok, z góry' },
      metered: { month: 'Według zużycia, na koniec każdego miesiąca', year: 'Według zużycia, na koniec każdego roku' },
    },
    discount: {
      once: (value) => `${value} przy pierwszej płatności`,
      forever: (value) => `${value} przy każdej płatności`,
      repeating: (value, months) => `${value} przez ${months} ${polishPlural(months, 'miesiąc', 'miesiące', 'miesięcy')}`,
    },
    nextCharge: (date) => `Następna płatność ${date}`,
    cancel: (address) =>
      `Możesz zrezygnować w każdej chwili: odpowiedz na tę wiadomość lub napisz na adres ${address}. Subskrypcja zakończy się wtedy z końcem bieżącego okresu.`,
    cancelBefore: (address) =>
      `Jeśli tego nie chcesz, zrezygnuj przed tym dniem: odpowiedz na tę wiadomość lub napisz na adres ${address}.`,
    notRequested: 'Jeśli to nie Twoja prośba, odpowiedz na tę wiadomość.',
    immediateService:
      'Na Twoje życzenie świadczenie usługi rozpoczyna się od razu. W razie odstąpienia zapłacisz za część wykonaną do tego czasu.',
  },
  portal: 'Zarządzaj subskrypcją',
  attached: { invoice: 'Faktura jest w załączniku (PDF).', creditNote: 'Faktura korygująca jest w załączniku (PDF).' },
  labels: {
    invoice: 'Faktura',
    creditNote: 'Faktura korygująca',
    paidWith: 'Metoda płatności',
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
    product: 'Produkt',
    price: 'Cena',
    billing: 'Rozliczenie',
    trialUntil: 'Bezpłatnie do',
    orderedOn: 'Data zamówienia',
    nextCharge: 'Następna płatność',
    nextAttempt: 'Następna próba',
    payBy: 'Termin płatności',
    canceledOn: 'Otrzymano wypowiedzenie',
    endsOn: 'Koniec subskrypcji',
    paymentMethod: 'Metoda płatności',
    card: 'Karta',
    validUntil: 'Data ważności',
    terms: 'Regulamin',
    privacy: 'Polityka prywatności',
    withdrawalRight: 'Prawo odstąpienia od umowy',
    withdrawalUntil: 'Odstąpienie możliwe do',
  },
  methods: { creditcard: 'Karta', directdebit: 'Polecenie zapłaty SEPA', banktransfer: 'Przelew' },
  testMode: 'Tryb testowy: nie pobrano prawdziwych pieniędzy.',
  questions: (address) => `Masz pytania? Odpowiedz na tę wiadomość lub napisz na adres ${address}.`,
};
