import type { Texts } from './texts.ts';

/** French counts none as one. */
const counted = (count: number, one: string, many: string): string => `${count} ${count < 2 ? one : many}`;

export const fr: Texts = {
  testNotice: 'Mode test : aucun argent ne circule ici.',
  checkout: 'Paiement',
  problemTitle: 'Problème : paiement',
  problemHeading: 'Il y a un problème',
  subscribeTo: (product) => `S’abonner à ${product}`,
  payFor: (description) => `Payer ${description}`,

  every: {
    month: (amount) => `${amount} par mois`,
    year: (amount) => `${amount} par an`,
  },
  eachUnit: {
    month: (amount) => `${amount} par unité utilisée, facturés à la fin de chaque mois`,
    year: (amount) => `${amount} par unité utilisée, facturés à la fin de chaque année`,
  },
  byUse: {
    month: 'Selon votre utilisation, facturée à la fin de chaque mois',
    year: 'Selon votre utilisation, facturée à la fin de chaque année',
  },
  freeThen: (days, price) => `${counted(days, 'jour gratuit', 'jours gratuits')}, puis ${price}`,

  price: 'Prix',
  discount: 'Remise',
  tax: 'Taxe',
  included: 'comprise',
  onTop: 'en sus',
  dueToday: 'À payer aujourd’hui',
  firstPayment: 'Premier paiement',
  nextPayment: 'Prochain paiement',
  amountOn: (amount, day) => `${amount} le ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} de remise sur le premier paiement (code ${code})`,
    forever: (reduction, code) => `${reduction} de remise sur chaque paiement (code ${code})`,
    repeating: (reduction, code, months) => `${reduction} de remise pendant ${months} mois (code ${code})`,
  },

  addCode: 'Ajouter un code promo',
  changeCode: 'Changer de code promo',
  codeLabel: 'Code promo',
  applyCode: 'Appliquer',
  removeCode: 'Retirer le code',
  codeProblems: {
    unknown: 'Ce code est inconnu. Vérifiez son orthographe.',
    expired: 'Ce code n’est plus valable.',
    usedUp: 'Ce code a déjà été utilisé autant de fois que possible.',
    tooSmall: 'Ce code demande un prix plus élevé.',
    notForThis: 'Ce code ne s’applique pas à votre achat.',
  },

  yourDetails: 'Vos coordonnées',
  name: 'Nom',
  email: 'E-mail',
  country: 'Pays',
  chooseCountry: 'Choisir un pays',
  emailWrong: 'Saisissez une adresse e-mail, par exemple nom@example.com.',
  countryWrong: 'Choisissez votre pays dans la liste.',
  nameTooLong: 'Ce nom est trop long.',
  nowDue: (amount) => `Le montant à payer aujourd’hui est maintenant de ${amount}. Vérifiez-le et payez de nouveau.`,

  howToPay: 'Comment souhaitez-vous payer ?',
  card: 'Carte',
  directDebit: 'Prélèvement SEPA',
  bankTransfer: 'Virement bancaire',
  amountToday: (amount) => `${amount} aujourd’hui`,
  verification: 'Ce petit montant sert seulement à vérifier votre moyen de paiement.',
  verificationBeforeTrial:
    'Ce petit montant sert seulement à vérifier votre moyen de paiement. Le prix est débité à la fin des jours gratuits.',
  pay: (amount) => (amount === null ? 'Payer' : `Payer ${amount}`),
  payAndStartTrial: (amount) => (amount === null ? 'Payer et commencer l’essai' : `Payer ${amount} et commencer l’essai`),
  cancelTo: (merchant) => `Annuler et revenir chez ${merchant}`,

  chooseMethod: 'Choisissez comment vous souhaitez payer.',
  methodRefused: 'Ce moyen de paiement a été refusé. Rien n’a été débité. Essayez-en un autre.',
  noProvider: 'Le paiement n’est pas possible pour le moment. Rien n’a été débité. Réessayez dans quelques minutes.',

  inProgress: 'Paiement en cours',
  waitingFor: (what) =>
    `Nous attendons des nouvelles de votre paiement pour ${what}. Certaines banques prennent quelques jours ; inutile d’attendre ici.`,
  checkAgain: 'Vérifier maintenant',
  backToCheckout: 'Retour au paiement',
  byTransfer: 'Payer par virement',
  transfer: (amount, what) =>
    `Virez ${amount} pour ${what} depuis votre banque. Indiquez exactement la référence ci-dessous, afin que la somme soit reconnue. Le virement prend quelques jours ; inutile d’attendre ici.`,
  amount: 'Montant',
  accountHolder: 'Titulaire du compte',
  account: 'Compte',
  reference: 'Référence',

  complete: 'Paiement effectué',
  subscribed: (product) => `Merci. Votre abonnement à ${product} est en place.`,
  arrived: (what) => `Merci. Votre paiement pour ${what} est arrivé.`,
  continueTo: (merchant) => `Continuer vers ${merchant}`,
  backTo: (merchant) => `Retour chez ${merchant}`,

  methodSaved: {
    title: 'Moyen de paiement enregistré',
    text: 'Votre moyen de paiement a été enregistré. Revenez à la boutique pour continuer.',
  },
  methodNotSaved: {
    title: 'Moyen de paiement non enregistré',
    text: 'Votre moyen de paiement n’a pas été enregistré. Revenez à la boutique pour réessayer.',
  },
  failed: {
    title: 'Échec du paiement',
    text: 'Votre paiement a été refusé et rien n’a été débité. Recommencez depuis la boutique pour payer autrement.',
  },
  ended: { title: 'Paiement clos', text: 'Ce paiement n’est plus ouvert et rien n’a été débité. Recommencez depuis la boutique.' },
  closed: { title: 'Paiement clos', text: 'Ce paiement est clos. Il n’y a plus rien à faire ici.' },
  unknown: {
    title: 'Paiement introuvable',
    text: 'Il n’y a pas de paiement à cette adresse. Vérifiez que le lien est complet, ou recommencez depuis la boutique.',
  },
  broken: { title: 'Un problème est survenu', text: 'Cette page ne peut pas être affichée pour le moment. Réessayez dans un instant.' },
  didNotWork: 'Cela n’a pas fonctionné',
  tooMany: {
    title: 'Trop de demandes',
    text: (seconds) => `Cette page a été demandée trop souvent. Réessayez dans ${counted(seconds, 'seconde', 'secondes')}.`,
  },

  terms: 'Conditions',
  privacy: 'Confidentialité',
  help: 'Aide',
};
