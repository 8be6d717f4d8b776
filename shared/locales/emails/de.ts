import type { EmailTexts } from './en.ts';

export const de: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Ihr Beleg von ${shop}` : `Ihr Beleg von ${shop} (${number})`),
    heading: 'Vielen Dank für Ihre Zahlung',
    opening: (shop, amount) => `${shop} hat Ihre Zahlung über ${amount} erhalten.`,
  },
  invoice: {
    subject: (shop, number) => `Rechnung ${number} von ${shop}`,
    heading: (number) => `Rechnung ${number}`,
    paid: 'Hier ist Ihre Rechnung. Sie ist bezahlt; Sie müssen nichts weiter tun.',
    due: (amount) => `Hier ist Ihre Rechnung. Noch offen: ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Ihre Zahlung an ${shop} ist fehlgeschlagen`,
    heading: 'Ihre Zahlung ist fehlgeschlagen',
    opening: (shop, amount) => `Ihre Zahlung über ${amount} an ${shop} konnte nicht ausgeführt werden. Es wurde nichts abgebucht.`,
    closing: (shop) => [
      `Um es noch einmal zu versuchen, kehren Sie zu ${shop} zurück und wählen dieselbe oder eine andere Zahlungsart.`,
      'Falls Sie inzwischen bezahlt haben, müssen Sie nichts weiter tun.',
    ],
    renewal: [
      'Über den Link können Sie gleich bezahlen oder eine andere Zahlungsart wählen. Er ist nur für Sie: Geben Sie ihn nicht weiter.',
      'Falls Sie inzwischen bezahlt haben, müssen Sie nichts weiter tun.',
    ],
    tryAgain: 'Noch einmal versuchen',
    again: [
      'Auf der Seite hinter dem Link können Sie mit derselben oder einer anderen Zahlungsart bezahlen.',
      'Falls Sie inzwischen bezahlt haben, müssen Sie nichts weiter tun.',
    ],
  },
  refund: {
    subject: (shop) => `Ihre Erstattung von ${shop}`,
    heading: (amount) => `Sie erhalten ${amount} zurück`,
    opening: (shop, amount) => `${shop} hat Ihnen ${amount} erstattet. Das Geld geht dorthin zurück, von wo Sie bezahlt haben.`,
    closing: 'Je nach Bank kann es einige Tage dauern, bis Sie es auf Ihrem Konto sehen.',
  },
  creditNote: {
    subject: (shop, number) => `Rechnungskorrektur ${number} von ${shop}`,
    heading: (number) => `Korrektur ${number}`,
    opening: (invoiceNumber) => `Die Rechnung ${invoiceNumber} wurde berichtigt.`,
  },
  portalLink: {
    subject: (shop) => `Ihr Zugang zu ${shop}`,
    heading: 'Ihr Abonnement verwalten',
    opening: (shop) => `Über den Link sehen und ändern Sie Ihr Abonnement bei ${shop}, Ihre Rechnungen und Ihre Zahlungsart.`,
    closing: [
      'Der Link gilt eine Stunde lang, und zwar für alle, die ihn haben: Geben Sie ihn nicht weiter.',
      'Falls Sie ihn nicht angefordert haben, müssen Sie nichts weiter tun.',
    ],
  },
  emailChange: {
    subject: (shop) => `Bestätigen Sie Ihre Adresse bei ${shop}`,
    heading: 'Ihre E-Mail-Adresse bestätigen',
    opening: (shop) =>
      `Rechnungen und Nachrichten von ${shop} sollen künftig an diese Adresse gehen. Öffnen Sie den Link, um zu bestätigen, dass es Ihre ist.`,
    action: 'Adresse bestätigen',
    closing: [
      'Der Link ist nur für Sie: Geben Sie ihn nicht weiter.',
      'Falls Sie das nicht veranlasst haben, tun Sie nichts: Dann ändert sich nichts.',
    ],
  },
  emailChanged: {
    subject: (shop) => `Ihre E-Mail-Adresse bei ${shop} wurde geändert`,
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    opening: (shop) =>
      `Rechnungen und Nachrichten von ${shop} gehen ab jetzt an eine andere Adresse. Links in früheren E-Mails funktionieren nicht mehr.`,
    closing: 'Falls Sie das nicht veranlasst haben, antworten Sie auf diese E-Mail.',
  },
  portal: 'Abonnement verwalten',
  attached: { invoice: 'Die Rechnung hängt als PDF an.', creditNote: 'Die Rechnungskorrektur hängt als PDF an.' },
  labels: {
    invoice: 'Rechnung',
    creditNote: 'Rechnungskorrektur',
    issuedOn: 'Ausgestellt am',
    paidOn: 'Bezahlt am',
    paidWith: 'Bezahlt mit',
    period: 'Zeitraum',
    date: 'Datum',
    amount: 'Betrag',
    discount: 'Rabatt',
    tax: 'Steuer',
    included: 'enthalten',
    amountPaid: 'Bezahlt',
    amountDue: 'Offener Betrag',
    refunded: 'Erstattet',
    credited: 'Gutgeschrieben',
  },
  lines: { proration_credit: 'Nicht genutzte Zeit', proration_charge: 'Restlicher Zeitraum', carried_credit: 'Früheres Guthaben' },
  methods: { creditcard: 'Karte', directdebit: 'SEPA-Lastschrift', banktransfer: 'Überweisung' },
  testMode: 'Testmodus: Es ist kein Geld geflossen.',
  questions: (address) => `Fragen? Antworten Sie auf diese E-Mail oder schreiben Sie an ${address}.`,
};
