import type { EmailTexts } from './en.ts';

export const fr: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Votre reçu de ${shop}` : `Votre reçu de ${shop} (${number})`),
    heading: 'Merci pour votre paiement',
    opening: (shop, amount) => `${shop} a bien reçu votre paiement de ${amount}.`,
  },
  invoice: {
    subject: (shop, number) => `Facture ${number} de ${shop}`,
    heading: (number) => `Facture ${number}`,
    paid: 'Voici votre facture. Elle est payée : vous n’avez plus rien à faire.',
    due: (amount) => `Voici votre facture. Il reste ${amount} à payer.`,
  },
  paymentFailed: {
    subject: (shop) => `Votre paiement à ${shop} n’a pas abouti`,
    heading: 'Votre paiement n’a pas abouti',
    opening: (shop, amount) => `Votre paiement de ${amount} à ${shop} n’a pas pu être effectué. Aucune somme n’a été prélevée.`,
    closing: (shop) => [
      `Pour réessayer, retournez chez ${shop} et choisissez le même moyen de paiement ou un autre.`,
      'Si vous avez payé entre-temps, vous n’avez plus rien à faire.',
    ],
    renewal: [
      'Grâce au lien, vous pouvez payer dès maintenant ou choisir un autre moyen de paiement. Il vous est réservé : ne le transmettez pas.',
      'Si vous avez payé entre-temps, vous n’avez plus rien à faire.',
    ],
    tryAgain: 'Réessayer',
    again: [
      'Sur la page du lien, vous pouvez payer avec le même moyen de paiement ou un autre.',
      'Si vous avez payé entre-temps, vous n’avez plus rien à faire.',
    ],
  },
  refund: {
    subject: (shop) => `Votre remboursement de ${shop}`,
    heading: (amount) => `${amount} vous sont remboursés`,
    opening: (shop, amount) => `${shop} vous a remboursé ${amount}. La somme est reversée sur le moyen de paiement utilisé.`,
    closing: 'Selon votre banque, quelques jours peuvent s’écouler avant qu’elle n’apparaisse sur votre compte.',
  },
  creditNote: {
    subject: (shop, number) => `Avoir ${number} de ${shop}`,
    heading: (number) => `Avoir ${number}`,
    opening: (invoiceNumber) => `La facture ${invoiceNumber} a été rectifiée par un avoir.`,
  },
  portalLink: {
    subject: (shop) => `Votre accès à ${shop}`,
    heading: 'Gérer votre abonnement',
    opening: (shop) =>
      `Ce lien vous permet de consulter et de modifier votre abonnement chez ${shop}, vos factures et votre moyen de paiement.`,
    closing: [
      'Le lien est valable une heure, pour quiconque le détient : ne le transmettez pas.',
      'Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
    ],
  },
  emailChange: {
    subject: (shop) => `Confirmez votre adresse pour ${shop}`,
    heading: 'Confirmez votre adresse e-mail',
    opening: (shop) =>
      `Les factures et messages de ${shop} doivent désormais arriver à cette adresse. Ouvrez le lien pour confirmer que c’est la vôtre.`,
    action: 'Confirmer l’adresse',
    closing: ['Ce lien est pour vous seul : ne le transmettez pas.', 'Si vous n’avez rien demandé, ne faites rien : rien ne changera.'],
  },
  emailChanged: {
    subject: (shop) => `Votre adresse e-mail pour ${shop} a été modifiée`,
    heading: 'Votre adresse e-mail a été modifiée',
    opening: (shop) =>
      `Les factures et messages de ${shop} arrivent désormais à une autre adresse. Les liens des e-mails précédents ne fonctionnent plus.`,
    closing: 'Si vous n’êtes pas à l’origine de ce changement, répondez à cet e-mail.',
  },
  portal: 'Gérer mon abonnement',
  attached: { invoice: 'La facture est jointe en PDF.', creditNote: 'L’avoir est joint en PDF.' },
  labels: {
    invoice: 'Facture',
    creditNote: 'Avoir',
    issuedOn: 'Émise le',
    paidOn: 'Payé le',
    paidWith: 'Payé avec',
    period: 'Période',
    date: 'Date',
    amount: 'Montant',
    discount: 'Remise',
    tax: 'Taxe',
    included: 'incluse',
    amountPaid: 'Montant payé',
    amountDue: 'Montant dû',
    refunded: 'Remboursé',
    credited: 'Montant de l’avoir',
  },
  lines: { proration_credit: 'Temps non utilisé', proration_charge: 'Reste de la période', carried_credit: 'Crédit antérieur' },
  methods: { creditcard: 'Carte', directdebit: 'Prélèvement SEPA', banktransfer: 'Virement' },
  testMode: 'Mode test : aucun argent n’a circulé.',
  questions: (address) => `Une question ? Répondez à cet e-mail ou écrivez à ${address}.`,
};
