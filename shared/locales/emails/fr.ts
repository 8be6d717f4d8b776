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
    due: (amount) => `Montant dû : ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Votre paiement à ${shop} a échoué`,
    heading: 'Votre paiement a échoué',
    opening: (shop, amount) => `Votre paiement de ${amount} à ${shop} a échoué. Rien n’a été débité.`,
    authentication: {
      subject: (shop) => `Votre banque demande une confirmation : ${shop}`,
      heading: 'Votre banque vous demande de confirmer le paiement',
      opening: (shop, amount) =>
        `Votre banque vous demande de confirmer votre paiement de ${amount} à ${shop}. D’ici là, rien ne sera débité.`,
      confirm:
        'Lors du paiement, votre banque vous demande de confirmer un petit débit qui sert à vérifier votre moyen de paiement. Le montant est débité ensuite.',
    },
    closing: (shop) => [
      `Pour réessayer, retournez chez ${shop} et choisissez le même moyen de paiement ou un autre.`,
      'Si vous avez déjà payé, ignorez cet e-mail.',
    ],
    renewal: [
      'Ce lien vous permet de payer maintenant ou de choisir un autre moyen de paiement. Il est personnel : ne le partagez pas.',
      'Si vous avez déjà payé, ignorez cet e-mail.',
    ],
    ended: ['Il n’y aura pas d’autre tentative et votre abonnement est terminé.'],
    pay: 'Payer maintenant',
    tryAgain: 'Réessayer',
    again: ['Ce lien vous permet de payer avec le même moyen de paiement ou un autre.', 'Si vous avez déjà payé, ignorez cet e-mail.'],
  },
  collectionEnded: {
    subject: (shop) => `Votre abonnement chez ${shop} est terminé`,
    heading: 'Votre abonnement est terminé',
    opening: (shop, product, amount) =>
      `Votre paiement de ${amount} à ${shop} a échoué. C’est pourquoi votre abonnement à ${product} est terminé.`,
    closing: 'Il n’y aura pas d’autre tentative.',
  },
  changeFailed: {
    subject: (shop) => `Votre abonnement chez ${shop} n’a pas été modifié`,
    heading: 'Votre abonnement n’a pas été modifié',
    opening: (shop, product, amount) =>
      `Votre paiement de ${amount} à ${shop} a échoué. C’est pourquoi votre abonnement à ${product} n’a pas été modifié.`,
    closing: [
      'Rien n’a été débité et votre abonnement reste inchangé.',
      'Si vous souhaitez toujours cette modification, demandez-la à nouveau.',
    ],
  },
  refund: {
    subject: (shop) => `Votre remboursement de ${shop}`,
    heading: (amount) => `Remboursement de ${amount}`,
    opening: (shop, amount) => `${shop} a remboursé ${amount} sur votre moyen de paiement d’origine.`,
    closing: 'Selon votre banque, quelques jours peuvent s’écouler avant que le montant n’apparaisse sur votre compte.',
  },
  usageAlert: {
    subject: (shop) => `Votre consommation chez ${shop}`,
    units: (count, text) => (count < 2 ? `${text} unité` : `${text} unités`),
    heading: (reached) => `Votre consommation a atteint ${reached}`,
    opening: (product, reached, since) => `Votre consommation de ${product} depuis le ${since} a atteint ${reached}.`,
    closing: 'Votre consommation sera facturée à la fin de la période, TVA en sus le cas échéant.',
  },
  withdrawal: {
    subject: (shop) => `Votre rétractation du contrat avec ${shop}`,
    heading: 'Nous avons bien reçu votre rétractation',
    opening: (shop, product) => `Vous avez exercé votre droit de rétractation pour le contrat conclu avec ${shop} : ${product}.`,
    received: 'Reçue le',
    contract: 'Contrat',
    concluded: 'Conclu le',
    refund: 'Remboursement',
    ended: 'Votre abonnement est terminé.',
    refunded: (amount) => `Nous vous rembourserons ${amount} sous 14 jours, via le moyen de paiement que vous avez utilisé.`,
    noRefund: 'Il n’y a rien à rembourser.',
  },
  creditNote: {
    subject: (shop, number) => `Avoir ${number} de ${shop}`,
    heading: (number) => `Avoir ${number}`,
    opening: (invoiceNumber) => `Un avoir a été émis pour la facture ${invoiceNumber}.`,
  },
  portalLink: {
    subject: (shop) => `Gérez votre abonnement chez ${shop}`,
    heading: 'Gérez votre abonnement',
    opening: (shop) =>
      `Ce lien vous permet de consulter vos factures et de modifier votre abonnement chez ${shop} ou votre moyen de paiement.`,
    closing: [
      'Le lien expire dans une heure. Toute personne qui le possède peut l’utiliser : ne le partagez pas.',
      'Si vous ne l’avez pas demandé, ignorez cet e-mail.',
    ],
  },
  checkoutLink: {
    subject: (shop) => `Finalisez votre commande chez ${shop}`,
    heading: 'Finalisez votre commande',
    opening: (shop, product) =>
      `Ce lien vous permet de vous abonner à ${product} chez ${shop}. Vous verrez le prix et choisirez le moyen de paiement avant de commander.`,
    action: 'Continuer vers la commande',
    closing: (until) => [
      `Le lien est valable jusqu’au ${until}, pour une seule commande.`,
      'Si vous n’attendiez pas cet e-mail, ignorez-le. Rien ne sera débité tant que vous n’aurez pas commandé.',
    ],
  },
  emailChange: {
    subject: (shop) => `Confirmez votre adresse e-mail pour ${shop}`,
    heading: 'Confirmez votre adresse e-mail',
    opening: (shop) => `Les factures et messages de ${shop} seront envoyés à cette adresse dès que vous l’aurez confirmée.`,
    action: 'Confirmer l’adresse e-mail',
    closing: ['Le lien est personnel : ne le partagez pas.', 'Si vous n’avez rien demandé, ignorez cet e-mail. Rien ne changera.'],
  },
  emailChanged: {
    subject: (shop) => `Votre adresse e-mail pour ${shop} a été modifiée`,
    heading: 'Votre adresse e-mail a été modifiée',
    opening: (shop) =>
      `Les factures et messages de ${shop} sont désormais envoyés à une autre adresse. Les liens des e-mails précédents ne fonctionnent plus.`,
    closing: 'Si vous n’êtes pas à l’origine de ce changement, répondez à cet e-mail.',
  },
  orderConfirmation: {
    subject: (shop) => `Votre commande chez ${shop}`,
    heading: 'Votre commande est confirmée',
    opening: (shop, product) => `Merci d’avoir commandé ${product} chez ${shop}. Voici les conditions convenues.`,
    purchase: (shop, product) => `Merci d’avoir commandé ${product} chez ${shop}.`,
  },
  cancellation: {
    subject: (shop) => `Résiliation de votre abonnement chez ${shop}`,
    heading: 'Votre résiliation est confirmée',
    scheduled: (product, date) => `Votre abonnement à ${product} est résilié. Il prend fin le ${date} et ne sera pas renouvelé.`,
    ended: (product, date) => `Votre abonnement à ${product} est résilié. Il a pris fin le ${date}.`,
  },
  reactivation: {
    subject: (shop) => `Votre abonnement chez ${shop} se poursuit`,
    heading: 'Votre abonnement se poursuit',
    opening: (product) => `La résiliation de votre abonnement à ${product} a été annulée.`,
  },
  planChange: {
    subject: (shop) => `Votre abonnement chez ${shop} a été modifié`,
    heading: 'Votre abonnement a été modifié',
    opening: (product) => `Vous avez désormais l’offre ${product}. Ces conditions s’appliquent dès maintenant.`,
  },
  paymentMethodChange: {
    subject: (shop) => `Votre moyen de paiement pour ${shop}`,
    heading: 'Votre moyen de paiement a été modifié',
    opening: (product) => `Les prochains paiements pour ${product} seront effectués avec ce moyen de paiement.`,
  },
  trialEnding: {
    subject: (shop) => `Votre essai chez ${shop} se termine bientôt`,
    heading: (date) => `Votre essai gratuit se termine le ${date}`,
    opening: (product) => `Votre abonnement à ${product} continuera ensuite aux conditions convenues.`,
  },
  renewalNotice: {
    subject: (shop) => `Votre abonnement chez ${shop} se renouvelle bientôt`,
    heading: (date) => `Votre abonnement sera renouvelé le ${date}`,
    opening: (product) => `Votre abonnement à ${product} sera automatiquement renouvelé pour une année supplémentaire.`,
  },
  directDebitNotice: {
    agreed:
      'Chaque prélèvement est annoncé par e-mail 14 jours à l’avance. S’il reste moins de temps, par exemple après une modification, il est annoncé immédiatement.',
    subject: (shop) => `Prochain prélèvement de ${shop}`,
    heading: (amount) => `Prochain prélèvement de ${amount}`,
    opening: (product, date) =>
      `Le prochain paiement pour ${product} sera débité de votre compte par prélèvement SEPA le ${date} ou peu après.`,
    closing: 'Veillez à ce que votre compte soit suffisamment approvisionné.',
  },
  cardExpiring: {
    subject: (shop) => `Votre carte pour ${shop} expire bientôt`,
    heading: 'Votre carte expire bientôt',
    opening: (product) => `La carte de votre abonnement à ${product} expire bientôt.`,
    closing: 'Ce lien vous permet d’ajouter une nouvelle carte. Il est personnel : ne le partagez pas.',
  },
  terms: {
    per: { month: (amount) => `${amount} par mois`, year: (amount) => `${amount} par an` },
    perUnit: (amount) => `${amount} par unité`,
    tiered: 'Selon les paliers de prix de la formule',
    withVat: 'TVA incluse',
    plusVat: 'hors TVA',
    reverseCharge: 'sans TVA (autoliquidation)',
    billing: {
      licensed: { month: 'Tous les mois, d’avance', year: 'Tous les ans, d’avance' },
      metered: { month: 'Selon la consommation, à la fin de chaque mois', year: 'Selon la consommation, à la fin de chaque année' },
    },
    discount: {
      once: (value) => `${value} sur le premier paiement`,
      forever: (value) => `${value} sur chaque paiement`,
      repeating: (value, months) => `${value} pendant ${months} mois`,
    },
    nextCharge: (date) => `Prochain paiement le ${date}`,
    cancel: (address) =>
      `Vous pouvez résilier à tout moment : répondez à cet e-mail ou écrivez à ${address}. Votre abonnement prendra alors fin au terme de la période en cours.`,
    cancelBefore: (address) => `Si vous ne le souhaitez pas, résiliez avant cette date : répondez à cet e-mail ou écrivez à ${address}.`,
    notRequested: 'Si vous n’êtes pas à l’origine de cette demande, répondez à cet e-mail.',
    immediateService:
      'Vous avez demandé que le service commence immédiatement. En cas de rétractation, vous payez la part du service déjà fournie.',
  },
  portal: 'Gérer votre abonnement',
  attached: { invoice: 'La facture est jointe en PDF.', creditNote: 'L’avoir est joint en PDF.' },
  labels: {
    invoice: 'Facture',
    creditNote: 'Avoir',
    paidWith: 'Moyen de paiement',
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
    product: 'Produit',
    price: 'Prix',
    billing: 'Facturation',
    trialUntil: 'Gratuit jusqu’au',
    orderedOn: 'Commandé le',
    nextCharge: 'Prochain paiement',
    nextAttempt: 'Prochaine tentative',
    payBy: 'Date limite de paiement',
    canceledOn: 'Résiliation reçue',
    endsOn: 'Fin de l’abonnement',
    paymentMethod: 'Moyen de paiement',
    card: 'Carte',
    validUntil: 'Expiration',
    terms: 'Conditions générales',
    privacy: 'Politique de confidentialité',
    withdrawalRight: 'Droit de rétractation',
    withdrawalUntil: 'Rétractation possible jusqu’au',
  },
  methods: { creditcard: 'Carte', directdebit: 'Prélèvement SEPA', banktransfer: 'Virement' },
  testMode: 'Mode test : aucun montant réel n’a été débité.',
  questions: (address) => `Des questions ? Répondez à cet e-mail ou écrivez à ${address}.`,
};
