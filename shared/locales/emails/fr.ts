import type { EmailTexts } from './en.ts';

export const fr: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Votre reçu de ${shop}` : `Votre reçu de ${shop} (${number})`),
    heading: 'Merci pour votre paiement',
    opening: (shop, amount) => `${shop} a reçu votre paiement de ${amount}.`,
  },
  invoice: {
    subject: (shop, number) => `Facture ${number} de ${shop}`,
    heading: (number) => `Facture ${number}`,
    paid: 'Cette facture est payée. Vous n’avez rien à faire.',
    due: (amount) => `Montant dû : ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Votre paiement à ${shop} a échoué`,
    heading: 'Votre paiement a échoué',
    opening: (shop, amount) => `Votre paiement de ${amount} à ${shop} a échoué. Rien n’a été débité.`,
    closing: (shop) => [
      `Pour réessayer, retournez chez ${shop} et choisissez le même moyen de paiement ou un autre.`,
      'Si vous avez déjà payé, ignorez cet e-mail.',
    ],
    renewal: [
      'Ce lien vous permet de payer maintenant ou de choisir un autre moyen de paiement. Il est personnel : ne le partagez pas.',
      'Si vous avez déjà payé, ignorez cet e-mail.',
    ],
    tryAgain: 'Réessayer',
    again: ['Ce lien vous permet de payer avec le même moyen de paiement ou un autre.', 'Si vous avez déjà payé, ignorez cet e-mail.'],
  },
  refund: {
    subject: (shop) => `Votre remboursement de ${shop}`,
    heading: (amount) => `Remboursement de ${amount}`,
    opening: (shop, amount) => `${shop} a remboursé ${amount} sur votre moyen de paiement d’origine.`,
    closing: 'Selon votre banque, quelques jours peuvent s’écouler avant que le montant n’apparaisse sur votre compte.',
  },
  usageAlert: {
    subject: (shop) => `Votre consommation chez ${shop}`,
    heading: (reached) => `Votre consommation a atteint ${reached}`,
    opening: (product, reached, since) => `Votre consommation de ${product} depuis le ${since} a atteint ${reached}.`,
    closing: 'Elle sera facturée à la fin de la période, TVA en sus le cas échéant.',
  },
  creditNote: {
    subject: (shop, number) => `Avoir ${number} de ${shop}`,
    heading: (number) => `Avoir ${number}`,
    opening: (invoiceNumber) => `Un avoir a été émis pour la facture ${invoiceNumber}.`,
  },
  portalLink: {
    subject: (shop) => `Gérez votre abonnement à ${shop}`,
    heading: 'Gérez votre abonnement',
    opening: (shop) =>
      `Ce lien vous permet de consulter vos factures et de modifier votre abonnement à ${shop} ou votre moyen de paiement.`,
    closing: [
      'Le lien expire dans une heure. Toute personne qui le possède peut l’utiliser : ne le partagez pas.',
      'Si vous ne l’avez pas demandé, ignorez cet e-mail.',
    ],
  },
  emailChange: {
    subject: (shop) => `Confirmez votre adresse e-mail pour ${shop}`,
    heading: 'Confirmez votre adresse e-mail',
    opening: (shop) => `Les factures et messages de ${shop} seront envoyés à cette adresse dès que vous l’aurez confirmée.`,
    action: 'Confirmer l’adresse e-mail',
    closing: ['Le lien est personnel : ne le partagez pas.', 'Si vous n’avez rien demandé, ignorez cet e-mail. Rien ne changera.'],
  },
  emailChanged: {
    subject: (shop) => `Votre adresse e-mail pour ${shop} a été modifiée`,
    heading: 'Votre adresse e-mail a été modifiée',
    opening: (shop) =>
      `Les factures et messages de ${shop} sont désormais envoyés à une autre adresse. Les liens des e-mails précédents ne fonctionnent plus.`,
    closing: 'Si vous n’êtes pas à l’origine de ce changement, répondez à cet e-mail.',
  },
  portal: 'Gérer votre abonnement',
  attached: { invoice: 'La facture est jointe en PDF.', creditNote: 'L’avoir est joint en PDF.' },
  labels: {
    invoice: 'Facture',
    creditNote: 'Avoir',
    issuedOn: 'Date d’émission',
    paidOn: 'Payée le',
    paidWith: 'Payée par',
    period: 'Période',
    date: 'Date',
    amount: 'Montant',
    discount: 'Remise',
    tax: 'TVA',
    included: 'incluse',
    reverseCharge: 'TVA (autoliquidation)',
    amountPaid: 'Montant payé',
    amountDue: 'Montant dû',
    refunded: 'Remboursé',
    credited: 'Montant de l’avoir',
  },
  lines: { proration_credit: 'Temps non utilisé', proration_charge: 'Temps restant', carried_credit: 'Crédit' },
  methods: { creditcard: 'Carte', directdebit: 'Prélèvement SEPA', banktransfer: 'Virement' },
  testMode: 'Mode test : aucun montant réel n’a été débité.',
  questions: (address) => `Des questions ? Répondez à cet e-mail ou écrivez à ${address}.`,
};
