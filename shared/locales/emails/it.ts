import type { EmailTexts } from './en.ts';

export const it: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `La tua ricevuta di ${shop}` : `La tua ricevuta di ${shop} (${number})`),
    heading: 'Grazie per il pagamento',
    opening: (shop, amount) => `${shop} ha ricevuto il tuo pagamento di ${amount}.`,
  },
  invoice: {
    subject: (shop, number) => `Fattura ${number} di ${shop}`,
    heading: (number) => `Fattura ${number}`,
    paid: 'Questa fattura è pagata. Non devi fare nulla.',
    due: (amount) => `Importo da pagare: ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Il tuo pagamento a ${shop} non è riuscito`,
    heading: 'Il tuo pagamento non è riuscito',
    opening: (shop, amount) => `Il tuo pagamento di ${amount} a ${shop} non è riuscito. Non è stato addebitato nulla.`,
    closing: (shop) => [
      `Per riprovare, torna su ${shop} e scegli lo stesso metodo di pagamento o un altro.`,
      'Se hai già pagato, puoi ignorare questa e-mail.',
    ],
    renewal: [
      'Con il link puoi pagare ora o scegliere un altro metodo di pagamento. Il link è personale: non condividerlo.',
      'Se hai già pagato, puoi ignorare questa e-mail.',
    ],
    tryAgain: 'Riprova',
    again: ['Con il link puoi pagare con lo stesso metodo di pagamento o con un altro.', 'Se hai già pagato, puoi ignorare questa e-mail.'],
  },
  refund: {
    subject: (shop) => `Il tuo rimborso da ${shop}`,
    heading: (amount) => `Rimborso di ${amount}`,
    opening: (shop, amount) => `${shop} ha rimborsato ${amount} sul metodo con cui hai pagato.`,
    closing: 'A seconda della banca, possono passare alcuni giorni prima che l’importo compaia sul tuo conto.',
  },
  usageAlert: {
    subject: (shop) => `Il consumo con ${shop}`,
    heading: (reached) => `Il consumo ha raggiunto ${reached}`,
    opening: (product, reached, since) => `Il consumo di ${product} dal ${since} ha raggiunto ${reached}.`,
    closing: 'Sarà addebitato alla fine del periodo, più IVA se dovuta.',
  },
  creditNote: {
    subject: (shop, number) => `Nota di credito ${number} di ${shop}`,
    heading: (number) => `Nota di credito ${number}`,
    opening: (invoiceNumber) => `È stata emessa una nota di credito per la fattura ${invoiceNumber}.`,
  },
  portalLink: {
    subject: (shop) => `Gestisci il tuo abbonamento a ${shop}`,
    heading: 'Gestisci il tuo abbonamento',
    opening: (shop) => `Con il link puoi vedere le fatture e modificare il tuo abbonamento a ${shop} o il metodo di pagamento.`,
    closing: [
      'Il link scade tra un’ora. Chiunque lo abbia può usarlo: non condividerlo.',
      'Se non l’hai richiesto tu, puoi ignorare questa e-mail.',
    ],
  },
  emailChange: {
    subject: (shop) => `Conferma il tuo indirizzo e-mail per ${shop}`,
    heading: 'Conferma il tuo indirizzo e-mail',
    opening: (shop) => `Fatture e messaggi di ${shop} arriveranno a questo indirizzo dopo la conferma.`,
    action: 'Conferma l’indirizzo e-mail',
    closing: ['Il link è personale: non condividerlo.', 'Se non l’hai richiesto tu, puoi ignorare questa e-mail. Non cambierà nulla.'],
  },
  emailChanged: {
    subject: (shop) => `Il tuo indirizzo e-mail per ${shop} è cambiato`,
    heading: 'Il tuo indirizzo e-mail è cambiato',
    opening: (shop) =>
      `Fatture e messaggi di ${shop} arrivano ora a un altro indirizzo. I link delle e-mail precedenti non funzionano più.`,
    closing: 'Se non l’hai cambiato tu, rispondi a questa e-mail.',
  },
  portal: 'Gestisci il tuo abbonamento',
  attached: { invoice: 'La fattura è allegata in PDF.', creditNote: 'La nota di credito è allegata in PDF.' },
  labels: {
    invoice: 'Fattura',
    creditNote: 'Nota di credito',
    issuedOn: 'Data di emissione',
    paidOn: 'Pagata il',
    paidWith: 'Metodo di pagamento',
    period: 'Periodo',
    date: 'Data',
    amount: 'Importo',
    discount: 'Sconto',
    tax: 'IVA',
    included: 'inclusa',
    reverseCharge: 'IVA (inversione contabile)',
    amountPaid: 'Importo pagato',
    amountDue: 'Importo da pagare',
    refunded: 'Rimborsato',
    credited: 'Accreditato',
  },
  lines: { proration_credit: 'Tempo non utilizzato', proration_charge: 'Tempo rimanente', carried_credit: 'Credito' },
  methods: { creditcard: 'Carta', directdebit: 'Addebito diretto SEPA', banktransfer: 'Bonifico' },
  testMode: 'Modalità di test: non è stato addebitato denaro reale.',
  questions: (address) => `Hai domande? Rispondi a questa e-mail o scrivi a ${address}.`,
};
