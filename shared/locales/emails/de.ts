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
    authentication: {
      subject: (shop) => `Ihre Bank verlangt eine Bestätigung: ${shop}`,
      heading: 'Ihre Bank bittet Sie, die Zahlung zu bestätigen',
      opening: (shop, amount) =>
        `Ihre Bank verlangt, dass Sie die Zahlung von ${amount} an ${shop} bestätigen. Bis dahin wird nichts abgebucht.`,
      confirm:
        'Beim Bezahlen bittet Ihre Bank Sie, eine kleine Abbuchung zu bestätigen, mit der die Zahlungsart geprüft wird. Danach wird der Betrag abgebucht.',
    },
    closing: (shop) => [
      `Um es noch einmal zu versuchen, kehren Sie zu ${shop} zurück und wählen Sie dieselbe oder eine andere Zahlungsart.`,
      'Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.',
    ],
    renewal: [
      'Über den Link können Sie jetzt bezahlen oder eine andere Zahlungsart wählen. Der Link ist persönlich: Geben Sie ihn nicht weiter.',
      'Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.',
    ],
    ended: ['Es folgt kein weiterer Versuch. Ihr Abonnement ist beendet.'],
    pay: 'Jetzt bezahlen',
    tryAgain: 'Noch einmal versuchen',
    again: [
      'Über den Link können Sie mit derselben oder einer anderen Zahlungsart bezahlen.',
      'Falls Sie bereits bezahlt haben, können Sie diese E-Mail ignorieren.',
    ],
  },
  collectionEnded: {
    subject: (shop) => `Ihr Abonnement bei ${shop} ist beendet`,
    heading: 'Ihr Abonnement ist beendet',
    opening: (shop, product, amount) =>
      `Ihre Zahlung von ${amount} an ${shop} ist fehlgeschlagen. Deshalb ist Ihr Abonnement ${product} beendet.`,
    closing: 'Es folgt kein weiterer Versuch.',
  },
  changeFailed: {
    subject: (shop) => `Ihr Abonnement bei ${shop} wurde nicht geändert`,
    heading: 'Ihr Abonnement wurde nicht geändert',
    opening: (shop, product, amount) =>
      `Ihre Zahlung von ${amount} an ${shop} ist fehlgeschlagen. Deshalb wurde Ihr Abonnement ${product} nicht geändert.`,
    closing: [
      'Es wurde nichts abgebucht. Ihr Abonnement bleibt, wie es war.',
      'Falls Sie die Änderung noch möchten, beauftragen Sie sie bitte noch einmal.',
    ],
  },
  refund: {
    subject: (shop) => `Ihre Erstattung von ${shop}`,
    heading: (amount) => `Erstattung von ${amount}`,
    opening: (shop, amount) => `${shop} hat ${amount} über Ihre ursprüngliche Zahlungsart erstattet.`,
    closing: 'Je nach Bank kann es einige Tage dauern, bis der Betrag auf Ihrem Konto erscheint.',
  },
  usageAlert: {
    subject: (shop) => `Ihr Verbrauch bei ${shop}`,
    units: (count, text) => (count === 1 ? `${text} Einheit` : `${text} Einheiten`),
    heading: (reached) => `Ihr Verbrauch hat ${reached} erreicht`,
    opening: (product, reached, since) => `Ihr Verbrauch von ${product} seit dem ${since} hat ${reached} erreicht.`,
    closing: 'Ihr Verbrauch wird am Ende des Zeitraums in Rechnung gestellt, gegebenenfalls zuzüglich USt.',
  },
  withdrawal: {
    subject: (shop) => `Ihr Widerruf des Vertrags mit ${shop}`,
    heading: 'Wir haben Ihren Widerruf erhalten',
    opening: (shop, product) => `Sie haben Ihren Vertrag mit ${shop} über ${product} widerrufen.`,
    received: 'Eingegangen am',
    contract: 'Vertrag',
    concluded: 'Vertragsschluss am',
    refund: 'Erstattung',
    ended: 'Ihr Abonnement ist beendet.',
    refunded: (amount) => `Sie erhalten ${amount} innerhalb von 14 Tagen über das Zahlungsmittel zurück, mit dem Sie bezahlt haben.`,
    noRefund: 'Es ist nichts zu erstatten.',
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
  checkoutLink: {
    subject: (shop) => `Schließen Sie Ihre Bestellung bei ${shop} ab`,
    heading: 'Schließen Sie Ihre Bestellung ab',
    opening: (shop, product) =>
      `Über den Link können Sie ${product} bei ${shop} abonnieren. Sie sehen den Preis und wählen die Zahlungsart, bevor Sie bestellen.`,
    action: 'Weiter zur Bestellung',
    closing: (until) => [
      `Der Link gilt bis zum ${until} für eine Bestellung.`,
      'Falls Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren. Sie zahlen nur, wenn Sie bestellen.',
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
  orderConfirmation: {
    subject: (shop) => `Ihre Bestellung bei ${shop}`,
    heading: 'Ihre Bestellung ist bestätigt',
    opening: (shop, product) => `Vielen Dank für Ihre Bestellung von ${product} bei ${shop}. Dies sind die vereinbarten Bedingungen.`,
    purchase: (shop, product) => `Vielen Dank für Ihre Bestellung von ${product} bei ${shop}.`,
  },
  cancellation: {
    subject: (shop) => `Ihre Kündigung bei ${shop}`,
    heading: 'Ihre Kündigung ist bestätigt',
    scheduled: (product, date) => `Ihr Abonnement ${product} ist gekündigt. Es endet am ${date} und verlängert sich nicht.`,
    ended: (product, date) => `Ihr Abonnement ${product} ist gekündigt. Es endete am ${date}.`,
  },
  reactivation: {
    subject: (shop) => `Ihr Abonnement bei ${shop} läuft weiter`,
    heading: 'Ihr Abonnement läuft weiter',
    opening: (product) => `Die Kündigung Ihres Abonnements ${product} wurde zurückgenommen.`,
  },
  planChange: {
    subject: (shop) => `Ihr Abonnement bei ${shop} wurde geändert`,
    heading: 'Ihr Abonnement wurde geändert',
    opening: (product) => `Sie haben jetzt den Tarif ${product}. Ab sofort gelten diese Bedingungen.`,
  },
  paymentMethodChange: {
    subject: (shop) => `Ihre Zahlungsart bei ${shop}`,
    heading: 'Ihre Zahlungsart wurde geändert',
    opening: (product) => `Künftige Zahlungen für ${product} erfolgen mit dieser Zahlungsart.`,
  },
  trialEnding: {
    subject: (shop) => `Ihr Testzeitraum bei ${shop} endet bald`,
    heading: (date) => `Ihr kostenloser Testzeitraum endet am ${date}`,
    opening: (product) => `Ihr Abonnement ${product} läuft danach zu den vereinbarten Bedingungen weiter.`,
  },
  renewalNotice: {
    subject: (shop) => `Ihr Abonnement bei ${shop} verlängert sich bald`,
    heading: (date) => `Ihr Abonnement verlängert sich am ${date}`,
    opening: (product) => `Ihr Abonnement ${product} verlängert sich automatisch um ein weiteres Jahr.`,
  },
  directDebitNotice: {
    agreed:
      'Jede Lastschrift wird 14 Tage vorher per E-Mail angekündigt. Bleiben weniger Tage, zum Beispiel nach einer Änderung, wird sie sofort angekündigt.',
    subject: (shop) => `Anstehende Lastschrift von ${shop}`,
    heading: (amount) => `Anstehende Lastschrift über ${amount}`,
    opening: (product, date) =>
      `Die nächste Zahlung für ${product} wird am ${date} oder kurz danach per SEPA-Lastschrift von Ihrem Konto eingezogen.`,
    closing: 'Bitte sorgen Sie für ausreichende Deckung Ihres Kontos.',
  },
  cardExpiring: {
    subject: (shop) => `Ihre Karte bei ${shop} läuft bald ab`,
    heading: 'Ihre Karte läuft bald ab',
    opening: (product) => `Die Karte für Ihr Abonnement ${product} läuft bald ab.`,
    closing: 'Über den Link können Sie eine neue Karte hinterlegen. Der Link ist persönlich: Geben Sie ihn nicht weiter.',
  },
  terms: {
    per: { month: (amount) => `${amount} pro Monat`, year: (amount) => `${amount} pro Jahr` },
    perUnit: (amount) => `${amount} pro Einheit`,
    tiered: 'Nach den Preisstufen des Tarifs',
    withVat: 'inkl. USt.',
    plusVat: 'zzgl. USt.',
    reverseCharge: 'keine USt. (Reverse Charge)',
    billing: {
      licensed: { month: 'Monatlich im Voraus', year: 'Jährlich im Voraus' },
      metered: { month: 'Nach Verbrauch am Ende jedes Monats', year: 'Nach Verbrauch am Ende jedes Jahres' },
    },
    discount: {
      once: (value) => `${value} auf die erste Zahlung`,
      forever: (value) => `${value} auf jede Zahlung`,
      repeating: (value, months) => (months === 1 ? `${value} für 1 Monat` : `${value} für ${months} Monate`),
    },
    nextCharge: (date) => `Nächste Zahlung am ${date}`,
    cancel: (address) =>
      `Sie können jederzeit kündigen: Antworten Sie auf diese E-Mail oder schreiben Sie an ${address}. Ihr Abonnement endet dann mit Ablauf des laufenden Zeitraums.`,
    cancelBefore: (address) =>
      `Falls Sie das nicht möchten, kündigen Sie vor diesem Tag: Antworten Sie auf diese E-Mail oder schreiben Sie an ${address}.`,
    notRequested: 'Falls Sie das nicht veranlasst haben, antworten Sie auf diese E-Mail.',
    immediateService:
      'Sie haben verlangt, dass mit der Leistung sofort begonnen wird. Bei einem Widerruf zahlen Sie für die bis dahin erbrachte Leistung.',
  },
  portal: 'Abonnement verwalten',
  attached: { invoice: 'Die Rechnung ist als PDF angehängt.', creditNote: 'Die Rechnungskorrektur ist als PDF angehängt.' },
  labels: {
    invoice: 'Rechnung',
    creditNote: 'Rechnungskorrektur',
    paidWith: 'Bezahlt mit',
    date: 'Datum',
    amount: 'Betrag',
    discount: 'Rabatt',
    tax: 'USt.',
    included: 'enthalten',
    reverseCharge: 'USt. (Reverse Charge)',
    amountPaid: 'Bezahlter Betrag',
    amountDue: 'Offener Betrag',
    refunded: 'Erstattet',
    credited: 'Gutgeschrieben',
    product: 'Produkt',
    price: 'Preis',
    billing: 'Abrechnung',
    trialUntil: 'Kostenlos bis',
    orderedOn: 'Bestellt am',
    nextCharge: 'Nächste Zahlung',
    nextAttempt: 'Nächster Versuch',
    payBy: 'Zahlbar bis',
    canceledOn: 'Kündigung eingegangen',
    endsOn: 'Ende des Abonnements',
    paymentMethod: 'Zahlungsart',
    card: 'Karte',
    validUntil: 'Gültig bis',
    terms: 'AGB',
    privacy: 'Datenschutzerklärung',
    withdrawalRight: 'Widerrufsrecht',
    withdrawalUntil: 'Widerruf möglich bis',
  },
  methods: { creditcard: 'Karte', directdebit: 'SEPA-Lastschrift', banktransfer: 'Überweisung' },
  testMode: 'Testmodus: Es wurde kein echtes Geld abgebucht.',
  questions: (address) => `Fragen? Antworten Sie auf diese E-Mail oder schreiben Sie an ${address}.`,
};
