import type { Texts } from './texts.ts';

const PLURALS = new Intl.PluralRules('pl');

/** Polish has a form for one, one for 2 to 4 (and 22 to 24, ...), and one for the rest. */
const counted = (count: number, one: string, few: string, many: string): string => {
  const form = PLURALS.select(count);
  if (form === 'one') return `${count} ${one}`;
  return `${count} ${form === 'few' ? few : many}`;
};

export const pl: Texts = {
  testNotice: 'Tryb testowy: nie przepływają tu żadne pieniądze.',
  checkout: 'Płatność',
  problemTitle: 'Problem: płatność',
  problemHeading: 'Wystąpił problem',
  subscribeTo: (product) => `Subskrybuj: ${product}`,
  payFor: (description) => `Zapłać: ${description}`,

  every: {
    month: (amount) => `${amount} miesięcznie`,
    year: (amount) => `${amount} rocznie`,
  },
  eachUnit: {
    month: (amount) => `${amount} za każdą wykorzystaną jednostkę, rozliczenie na koniec każdego miesiąca`,
    year: (amount) => `${amount} za każdą wykorzystaną jednostkę, rozliczenie na koniec każdego roku`,
  },
  byUse: {
    month: 'Według wykorzystania, rozliczenie na koniec każdego miesiąca',
    year: 'Według wykorzystania, rozliczenie na koniec każdego roku',
  },
  freeThen: (days, price) => `${counted(days, 'dzień', 'dni', 'dni')} bezpłatnie, potem ${price}`,

  price: 'Cena',
  discount: 'Rabat',
  tax: 'Podatek',
  included: 'wliczony',
  onTop: 'doliczany',
  dueToday: 'Do zapłaty dzisiaj',
  firstPayment: 'Pierwsza płatność',
  nextPayment: 'Następna płatność',
  amountOn: (amount, day) => `${amount} dnia ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} rabatu na pierwszą płatność (kod ${code})`,
    forever: (reduction, code) => `${reduction} rabatu na każdą płatność (kod ${code})`,
    repeating: (reduction, code, months) => `${reduction} rabatu przez ${counted(months, 'miesiąc', 'miesiące', 'miesięcy')} (kod ${code})`,
  },

  addCode: 'Dodaj kod promocyjny',
  changeCode: 'Zmień kod promocyjny',
  codeLabel: 'Kod promocyjny',
  applyCode: 'Zastosuj',
  removeCode: 'Usuń kod',
  codeProblems: {
    unknown: 'Nie znamy tego kodu. Sprawdź pisownię.',
    expired: 'Ten kod stracił ważność.',
    usedUp: 'Ten kod wykorzystano już tyle razy, ile można.',
    tooSmall: 'Ten kod wymaga wyższej ceny.',
    notForThis: 'Ten kod nie dotyczy tego zakupu.',
  },

  yourDetails: 'Twoje dane',
  name: 'Imię i nazwisko',
  email: 'E-mail',
  country: 'Kraj',
  chooseCountry: 'Wybierz kraj',
  emailWrong: 'Podaj adres e-mail, na przykład imie@example.com.',
  countryWrong: 'Wybierz kraj z listy.',
  nameTooLong: 'To imię i nazwisko jest za długie.',
  nowDue: (amount) => `Do zapłaty dzisiaj jest teraz ${amount}. Sprawdź kwotę i zapłać ponownie.`,

  howToPay: 'Jak chcesz zapłacić?',
  card: 'Karta',
  directDebit: 'Polecenie zapłaty SEPA',
  bankTransfer: 'Przelew bankowy',
  amountToday: (amount) => `dzisiaj ${amount}`,
  verification: 'Ta niewielka opłata służy tylko sprawdzeniu metody płatności.',
  verificationBeforeTrial:
    'Ta niewielka opłata służy tylko sprawdzeniu metody płatności. Cena zostanie pobrana po zakończeniu bezpłatnych dni.',
  pay: (amount) => (amount === null ? 'Zapłać' : `Zapłać ${amount}`),
  payAndStartTrial: (amount) => (amount === null ? 'Zapłać i rozpocznij bezpłatne dni' : `Zapłać ${amount} i rozpocznij bezpłatne dni`),
  cancelTo: (merchant) => `Anuluj i wróć do ${merchant}`,

  chooseMethod: 'Wybierz, jak chcesz zapłacić.',
  methodRefused: 'Ta metoda płatności została odrzucona. Nic nie pobrano. Wypróbuj inną.',
  noProvider: 'Płatność nie jest teraz możliwa. Nic nie pobrano. Spróbuj ponownie za kilka minut.',

  inProgress: 'Płatność w toku',
  waitingFor: (what) => `Czekamy na wiadomość o płatności za ${what}. Niektórym bankom zajmuje to kilka dni; nie musisz tu czekać.`,
  checkAgain: 'Sprawdź teraz',
  backToCheckout: 'Wróć do płatności',
  byTransfer: 'Zapłać przelewem',
  transfer: (amount, what) =>
    `Przelej ${amount} za ${what} ze swojego banku. Podaj dokładnie poniższy tytuł, aby wpłata została rozpoznana. Przelew trwa kilka dni; nie musisz tu czekać.`,
  amount: 'Kwota',
  accountHolder: 'Właściciel rachunku',
  account: 'Rachunek',
  reference: 'Tytuł przelewu',

  complete: 'Płatność zakończona',
  subscribed: (product) => `Dziękujemy. Subskrypcja ${product} jest gotowa.`,
  arrived: (what) => `Dziękujemy. Płatność za ${what} dotarła.`,
  continueTo: (merchant) => `Przejdź do ${merchant}`,
  backTo: (merchant) => `Wróć do ${merchant}`,

  methodSaved: { title: 'Metoda płatności zapisana', text: 'Metoda płatności została zapisana. Wróć do sklepu, aby kontynuować.' },
  methodNotSaved: {
    title: 'Metoda płatności niezapisana',
    text: 'Metoda płatności nie została zapisana. Wróć do sklepu, aby spróbować ponownie.',
  },
  failed: {
    title: 'Płatność nieudana',
    text: 'Płatność została odrzucona i nic nie pobrano. Zacznij od nowa w sklepie, aby zapłacić inaczej.',
  },
  ended: { title: 'Płatność zamknięta', text: 'Ta płatność nie jest już otwarta i nic nie pobrano. Zacznij od nowa w sklepie.' },
  closed: { title: 'Płatność zamknięta', text: 'Ta płatność jest zamknięta. Nie ma tu już nic do zrobienia.' },
  unknown: {
    title: 'Nie znaleziono płatności',
    text: 'Pod tym adresem nie ma płatności. Sprawdź, czy link jest pełny, albo zacznij od nowa w sklepie.',
  },
  broken: { title: 'Coś poszło nie tak', text: 'Nie można teraz wyświetlić tej strony. Spróbuj ponownie za chwilę.' },
  didNotWork: 'To się nie udało',
  tooMany: {
    title: 'Zbyt wiele żądań',
    text: (seconds) => `Ta strona była otwierana zbyt często. Spróbuj ponownie za ${counted(seconds, 'sekundę', 'sekundy', 'sekund')}.`,
  },

  terms: 'Regulamin',
  privacy: 'Prywatność',
  help: 'Pomoc',
};
