import type { EmailTexts } from './en.ts';

export const nl: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Uw betaalbewijs van ${shop}` : `Uw betaalbewijs van ${shop} (${number})`),
    heading: 'Bedankt voor uw betaling',
    opening: (shop, amount) => `${shop} heeft uw betaling van ${amount} ontvangen.`,
  },
  invoice: {
    subject: (shop, number) => `Factuur ${number} van ${shop}`,
    heading: (number) => `Factuur ${number}`,
    paid: 'Hierbij uw factuur. Deze is betaald; u hoeft niets meer te doen.',
    due: (amount) => `Hierbij uw factuur. Nog te betalen: ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Uw betaling aan ${shop} is mislukt`,
    heading: 'Uw betaling is mislukt',
    opening: (shop, amount) => `Uw betaling van ${amount} aan ${shop} kon niet worden uitgevoerd. Er is niets afgeschreven.`,
    closing: (shop) => [
      `Wilt u het opnieuw proberen? Ga dan terug naar ${shop} en kies dezelfde of een andere betaalmethode.`,
      'Hebt u intussen al betaald, dan hoeft u niets meer te doen.',
    ],
    renewal: [
      'Via de link kunt u meteen betalen of een andere betaalmethode kiezen. De link is alleen voor u: geef hem niet door.',
      'Hebt u intussen al betaald, dan hoeft u niets meer te doen.',
    ],
    tryAgain: 'Opnieuw proberen',
    again: [
      'Op de pagina achter de link kunt u met dezelfde of een andere betaalmethode betalen.',
      'Hebt u intussen al betaald, dan hoeft u niets meer te doen.',
    ],
  },
  refund: {
    subject: (shop) => `Uw terugbetaling van ${shop}`,
    heading: (amount) => `U krijgt ${amount} terug`,
    opening: (shop, amount) => `${shop} heeft ${amount} terugbetaald. Het geld gaat terug naar waar u mee hebt betaald.`,
    closing: 'Afhankelijk van uw bank kan het enkele dagen duren voordat u het op uw rekening ziet.',
  },
  creditNote: {
    subject: (shop, number) => `Creditfactuur ${number} van ${shop}`,
    heading: (number) => `Creditfactuur ${number}`,
    opening: (invoiceNumber) => `Factuur ${invoiceNumber} is gecorrigeerd met een creditfactuur.`,
  },
  portalLink: {
    subject: (shop) => `Uw toegang tot ${shop}`,
    heading: 'Uw abonnement beheren',
    opening: (shop) => `Via de link ziet en wijzigt u uw abonnement bij ${shop}, uw facturen en uw betaalmethode.`,
    closing: [
      'De link werkt een uur lang, voor iedereen die hem heeft: geef hem niet door.',
      'Hebt u er niet om gevraagd, dan hoeft u niets te doen.',
    ],
  },
  emailChange: {
    subject: (shop) => `Bevestig uw adres voor ${shop}`,
    heading: 'Bevestig uw e-mailadres',
    opening: (shop) => `Facturen en berichten van ${shop} komen voortaan op dit adres. Open de link om te bevestigen dat het van u is.`,
    action: 'Adres bevestigen',
    closing: ['De link is alleen voor u: geef hem niet door.', 'Hebt u hier niet om gevraagd, doe dan niets: er verandert dan niets.'],
  },
  emailChanged: {
    subject: (shop) => `Uw e-mailadres voor ${shop} is gewijzigd`,
    heading: 'Uw e-mailadres is gewijzigd',
    opening: (shop) => `Facturen en berichten van ${shop} gaan voortaan naar een ander adres. Links in eerdere e-mails werken niet meer.`,
    closing: 'Hebt u dit niet gewijzigd, beantwoord dan deze e-mail.',
  },
  portal: 'Abonnement beheren',
  attached: { invoice: 'De factuur is als pdf bijgevoegd.', creditNote: 'De creditfactuur is als pdf bijgevoegd.' },
  labels: {
    invoice: 'Factuur',
    creditNote: 'Creditfactuur',
    issuedOn: 'Datum van uitgifte',
    paidOn: 'Betaald op',
    paidWith: 'Betaald met',
    period: 'Periode',
    date: 'Datum',
    amount: 'Bedrag',
    discount: 'Korting',
    tax: 'Belasting',
    included: 'inbegrepen',
    amountPaid: 'Betaald',
    amountDue: 'Nog te betalen',
    refunded: 'Terugbetaald',
    credited: 'Gecrediteerd',
  },
  lines: { proration_credit: 'Ongebruikte tijd', proration_charge: 'Rest van de periode', carried_credit: 'Eerder tegoed' },
  methods: { creditcard: 'Kaart', directdebit: 'SEPA-incasso', banktransfer: 'Overboeking' },
  testMode: 'Testmodus: er is geen geld verplaatst.',
  questions: (address) => `Vragen? Beantwoord deze e-mail of schrijf naar ${address}.`,
};
