import type { EmailTexts } from './en.ts';

export const de: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Ihr Zahlungsbeleg von ${shop}` : `Ihr Zahlungsbeleg von ${shop} (${number})`),
    heading: 'Vielen Dank für Ihre Zahlung',
    opening: (shop, amount) => `${shop} hat Ihre Zahlung von ${amount} erhalten.`,
  },
  invoice: {
    subject: (shop, number) => `Rechnung ${number} von ${shop}`,
    heading: (number) => `Rechnung ${number}`,
    paid: 'Diese Rechnung ist bezahlt. Sie müssen nichts weiter tun.',
    due: (amount) => `Offener Betrag: ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Ihre Zahlung an ${shop} ist fehlgeschlagen`,
    heading: 'Ihre Zahlung ist fehlgeschlagen',
    opening: (shop, amount) => `Ihre Zahlung von ${amount} an ${shop} ist fehlgeschlagen. Es wurde nichts abgebucht.`,
    closing: (shop) => [
      `Um es noch einmal zu versuchen, kehren Sie zu ${shop} zurück und wählen dieselbe oder eine andere Zahlungsart.`,
      'Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.',
    ],
    renewal: [
      'Über den Link können Sie jetzt bezahlen oder eine andere Zahlungsart wählen. Der Link ist persönlich: Geben Sie ihn nicht weiter.',
      'Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.',
    ],
    tryAgain: 'Noch einmal versuchen',
    again: [
      'Über den Link können Sie mit derselben oder einer anderen Zahlungsart bezahlen.',
      'Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.',
    ],
  },
  refund: {
    subject: (shop) => `Ihre Erstattung von ${shop}`,
    heading: (amount) => `Erstattung von ${amount}`,
    opening: (shop, amount) => `${shop} hat ${amount} auf Ihre ursprüngliche Zahlungsart erstattet.`,
    closing: 'Je nach Bank kann es einige Tage dauern, bis der Betrag auf Ihrem Konto erscheint.',
  },
  usageAlert: {
    subject: (shop) => `Ihr Verbrauch bei ${shop}`,
    heading: (reached) => `Ihr Verbrauch hat ${reached} erreicht`,
    opening: (product, reached, since) => `Ihr Verbrauch von ${product} seit dem ${since} hat ${reached} erreicht.`,
    closing: 'Er wird am Ende des Zeitraums berechnet, gegebenenfalls zuzüglich MwSt.',
  },
  creditNote: {
    subject: (shop, number) => `Rechnungskorrektur ${number} von ${shop}`,
    heading: (number) => `Rechnungskorrektur ${number}`,
    opening: (invoiceNumber) => `Zur Rechnung ${invoiceNumber} wurde eine Rechnungskorrektur ausgestellt.`,
  },
  portalLink: {
    subject: (shop) => `Ihr Abonnement bei ${shop} verwalten`,
    heading: 'Ihr Abonnement verwalten',
    opening: (shop) => `Über den Link können Sie Ihre Rechnungen ansehen sowie Ihr Abonnement bei ${shop} und Ihre Zahlungsart ändern.`,
    closing: [
      'Der Link gilt eine Stunde. Wer ihn hat, kann ihn verwenden: Geben Sie ihn nicht weiter.',
      'Falls Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    ],
  },
  emailChange: {
    subject: (shop) => `Bestätigen Sie Ihre E-Mail-Adresse für ${shop}`,
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    opening: (shop) => `Rechnungen und Nachrichten von ${shop} gehen an diese Adresse, sobald Sie sie bestätigt haben.`,
    action: 'E-Mail-Adresse bestätigen',
    closing: [
      'Der Link ist persönlich: Geben Sie ihn nicht weiter.',
      'Falls Sie das nicht veranlasst haben, können Sie diese E-Mail ignorieren. Es ändert sich nichts.',
    ],
  },
  emailChanged: {
    subject: (shop) => `Ihre E-Mail-Adresse für ${shop} wurde geändert`,
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    opening: (shop) =>
      `Rechnungen und Nachrichten von ${shop} gehen jetzt an eine andere Adresse. Links in früheren E-Mails funktionieren nicht mehr.`,
    closing: 'Falls Sie das nicht veranlasst haben, antworten Sie auf diese E-Mail.',
  },
  portal: 'Abonnement verwalten',
  attached: { invoice: 'Die Rechnung ist als PDF angehängt.', creditNote: 'Die Rechnungskorrektur ist als PDF angehängt.' },
  labels: {
    invoice: 'Rechnung',
    creditNote: 'Rechnungskorrektur',
    issuedOn: 'Ausstellungsdatum',
    paidOn: 'Bezahlt am',
    paidWith: 'Bezahlt mit',
    period: 'Zeitraum',
    date: 'Datum',
    amount: 'Betrag',
    discount: 'Rabatt',
    tax: 'MwSt.',
    included: 'enthalten',
    reverseCharge: 'MwSt. (Reverse Charge)',
    amountPaid: 'Bezahlter Betrag',
    amountDue: 'Offener Betrag',
    refunded: 'Erstattet',
    credited: 'Gutgeschrieben',
  },
  lines: { proration_credit: 'Nicht genutzte Zeit', proration_charge: 'Verbleibende Zeit', carried_credit: 'Guthaben' },
  methods: { creditcard: 'Karte', directdebit: 'SEPA-Lastschrift', banktransfer: 'Überweisung' },
  testMode: 'Testmodus: Es wurde kein echtes Geld abgebucht.',
  questions: (address) => `Fragen? Antworten Sie auf diese E-Mail oder schreiben Sie an ${address}.`,
};
