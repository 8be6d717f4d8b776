import type { Texts } from './texts.ts';

export const de: Texts = {
  testNotice: 'Testmodus: Hier fließt kein Geld.',
  checkout: 'Bezahlen',
  problemTitle: 'Problem: Bezahlen',
  problemHeading: 'Es gibt ein Problem',
  subscribeTo: (product) => `${product} abonnieren`,
  payFor: (description) => `${description} bezahlen`,

  every: {
    month: (amount) => `${amount} pro Monat`,
    year: (amount) => `${amount} pro Jahr`,
  },
  eachUnit: {
    month: (amount) => `${amount} je genutzter Einheit, abgerechnet am Ende jedes Monats`,
    year: (amount) => `${amount} je genutzter Einheit, abgerechnet am Ende jedes Jahres`,
  },
  byUse: {
    month: 'Je nach Nutzung, abgerechnet am Ende jedes Monats',
    year: 'Je nach Nutzung, abgerechnet am Ende jedes Jahres',
  },
  freeThen: (days, price) => `${days === 1 ? '1 Tag' : `${days} Tage`} kostenlos, danach ${price}`,

  price: 'Preis',
  discount: 'Rabatt',
  tax: 'Steuer',
  included: 'enthalten',
  onTop: 'zusätzlich',
  dueToday: 'Heute fällig',
  firstPayment: 'Erste Zahlung',
  nextPayment: 'Nächste Zahlung',
  amountOn: (amount, day) => `${amount} am ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} Rabatt auf die erste Zahlung (Code ${code})`,
    forever: (reduction, code) => `${reduction} Rabatt auf jede Zahlung (Code ${code})`,
    repeating: (reduction, code, months) => `${reduction} Rabatt für ${months === 1 ? '1 Monat' : `${months} Monate`} (Code ${code})`,
  },

  addCode: 'Aktionscode eingeben',
  changeCode: 'Aktionscode ändern',
  codeLabel: 'Aktionscode',
  applyCode: 'Einlösen',
  removeCode: 'Code entfernen',
  codeProblems: {
    unknown: 'Diesen Code kennen wir nicht. Prüfen Sie die Schreibweise.',
    expired: 'Dieser Code ist nicht mehr gültig.',
    usedUp: 'Dieser Code wurde schon so oft eingelöst, wie es erlaubt ist.',
    tooSmall: 'Dieser Code gilt erst ab einem höheren Preis.',
    notForThis: 'Dieser Code gilt nicht für Ihren Kauf.',
  },

  yourDetails: 'Ihre Angaben',
  name: 'Name',
  email: 'E-Mail',
  country: 'Land',
  chooseCountry: 'Land wählen',
  emailWrong: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  countryWrong: 'Wählen Sie Ihr Land aus der Liste.',
  nameTooLong: 'Dieser Name ist zu lang.',
  nowDue: (amount) => `Heute fällig sind jetzt ${amount}. Prüfen Sie den Betrag und bezahlen Sie erneut.`,

  howToPay: 'Wie möchten Sie bezahlen?',
  card: 'Karte',
  directDebit: 'SEPA-Lastschrift',
  bankTransfer: 'Überweisung',
  amountToday: (amount) => `heute ${amount}`,
  verification: 'Dieser kleine Betrag prüft nur Ihre Zahlungsart.',
  verificationBeforeTrial: 'Dieser kleine Betrag prüft nur Ihre Zahlungsart. Der Preis wird nach den kostenlosen Tagen abgebucht.',
  pay: (amount) => (amount === null ? 'Bezahlen' : `${amount} bezahlen`),
  payAndStartTrial: (amount) => (amount === null ? 'Bezahlen und kostenlos testen' : `${amount} bezahlen und kostenlos testen`),
  cancelTo: (merchant) => `Abbrechen und zurück zu ${merchant}`,

  chooseMethod: 'Wählen Sie, wie Sie bezahlen möchten.',
  methodRefused: 'Diese Zahlungsart wurde abgelehnt. Es wurde nichts abgebucht. Versuchen Sie eine andere.',
  noProvider: 'Bezahlen ist gerade nicht möglich. Es wurde nichts abgebucht. Versuchen Sie es in ein paar Minuten erneut.',

  inProgress: 'Zahlung läuft',
  waitingFor: (what) =>
    `Wir warten auf Nachricht zu Ihrer Zahlung für ${what}. Manche Banken brauchen einige Tage; Sie müssen hier nicht warten.`,
  checkAgain: 'Jetzt erneut prüfen',
  backToCheckout: 'Zurück zum Bezahlen',
  byTransfer: 'Per Überweisung bezahlen',
  transfer: (amount, what) =>
    `Überweisen Sie ${amount} für ${what} von Ihrer Bank. Geben Sie genau den Verwendungszweck unten an, damit das Geld zugeordnet wird. Die Überweisung dauert einige Tage; Sie müssen hier nicht warten.`,
  amount: 'Betrag',
  accountHolder: 'Kontoinhaber',
  account: 'Konto',
  reference: 'Verwendungszweck',

  complete: 'Zahlung abgeschlossen',
  subscribed: (product) => `Vielen Dank. Ihr Abonnement von ${product} ist eingerichtet.`,
  arrived: (what) => `Vielen Dank. Ihre Zahlung für ${what} ist angekommen.`,
  continueTo: (merchant) => `Weiter zu ${merchant}`,
  backTo: (merchant) => `Zurück zu ${merchant}`,

  methodSaved: {
    title: 'Zahlungsart gespeichert',
    text: 'Ihre Zahlungsart wurde gespeichert. Gehen Sie zurück zum Shop, um fortzufahren.',
  },
  methodNotSaved: {
    title: 'Zahlungsart nicht gespeichert',
    text: 'Ihre Zahlungsart wurde nicht gespeichert. Gehen Sie zurück zum Shop und versuchen Sie es erneut.',
  },
  failed: {
    title: 'Zahlung fehlgeschlagen',
    text: 'Ihre Zahlung wurde abgelehnt, und es wurde nichts abgebucht. Beginnen Sie im Shop von vorn, um anders zu bezahlen.',
  },
  ended: {
    title: 'Bezahlvorgang beendet',
    text: 'Dieser Bezahlvorgang ist nicht mehr offen, und es wurde nichts abgebucht. Beginnen Sie im Shop von vorn.',
  },
  closed: { title: 'Bezahlvorgang beendet', text: 'Dieser Bezahlvorgang ist beendet. Hier gibt es nichts mehr zu tun.' },
  unknown: {
    title: 'Bezahlvorgang nicht gefunden',
    text: 'Unter dieser Adresse gibt es keinen Bezahlvorgang. Prüfen Sie, ob der Link vollständig ist, oder beginnen Sie im Shop von vorn.',
  },
  broken: {
    title: 'Etwas ist schiefgegangen',
    text: 'Diese Seite kann gerade nicht angezeigt werden. Versuchen Sie es gleich noch einmal.',
  },
  didNotWork: 'Das hat nicht geklappt',
  tooMany: {
    title: 'Zu viele Anfragen',
    text: (seconds) =>
      `Diese Seite wurde zu oft aufgerufen. Versuchen Sie es in ${seconds === 1 ? '1 Sekunde' : `${seconds} Sekunden`} erneut.`,
  },

  terms: 'AGB',
  privacy: 'Datenschutz',
  help: 'Hilfe',
};
