import type { Texts } from './texts.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const nl: Texts = {
  testNotice: 'Testmodus: hier gaat geen geld om.',
  checkout: 'Afrekenen',
  problemTitle: 'Probleem: afrekenen',
  problemHeading: 'Er is een probleem',
  subscribeTo: (product) => `Abonneren op ${product}`,
  payFor: (description) => `${description} betalen`,

  every: {
    month: (amount) => `${amount} per maand`,
    year: (amount) => `${amount} per jaar`,
  },
  eachUnit: {
    month: (amount) => `${amount} per gebruikte eenheid, afgerekend aan het eind van elke maand`,
    year: (amount) => `${amount} per gebruikte eenheid, afgerekend aan het eind van elk jaar`,
  },
  byUse: {
    month: 'Naar gebruik, afgerekend aan het eind van elke maand',
    year: 'Naar gebruik, afgerekend aan het eind van elk jaar',
  },
  freeThen: (days, price) => `${counted(days, 'dag', 'dagen')} gratis, daarna ${price}`,

  price: 'Prijs',
  discount: 'Korting',
  tax: 'Belasting',
  included: 'inbegrepen',
  onTop: 'komt erbij',
  dueToday: 'Vandaag te betalen',
  firstPayment: 'Eerste betaling',
  nextPayment: 'Volgende betaling',
  amountOn: (amount, day) => `${amount} op ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} korting op je eerste betaling (code ${code})`,
    forever: (reduction, code) => `${reduction} korting op elke betaling (code ${code})`,
    repeating: (reduction, code, months) => `${reduction} korting gedurende ${counted(months, 'maand', 'maanden')} (code ${code})`,
  },

  addCode: 'Actiecode toevoegen',
  changeCode: 'Actiecode wijzigen',
  codeLabel: 'Actiecode',
  applyCode: 'Toepassen',
  removeCode: 'Code verwijderen',
  codeProblems: {
    unknown: 'Deze code kennen we niet. Controleer hoe hij geschreven is.',
    expired: 'Deze code is niet meer geldig.',
    usedUp: 'Deze code is al zo vaak gebruikt als mag.',
    tooSmall: 'Deze code geldt pas vanaf een hogere prijs.',
    notForThis: 'Deze code geldt niet voor wat je koopt.',
  },

  yourDetails: 'Je gegevens',
  name: 'Naam',
  email: 'E-mail',
  country: 'Land',
  chooseCountry: 'Kies een land',
  emailWrong: 'Vul een e-mailadres in, zoals naam@example.com.',
  countryWrong: 'Kies je land uit de lijst.',
  nameTooLong: 'Deze naam is te lang.',
  nowDue: (amount) => `Vandaag is nu ${amount} te betalen. Controleer het bedrag en betaal opnieuw.`,

  howToPay: 'Hoe wil je betalen?',
  card: 'Kaart',
  directDebit: 'SEPA-incasso',
  bankTransfer: 'Overschrijving',
  amountToday: (amount) => `vandaag ${amount}`,
  verification: 'Dit kleine bedrag controleert alleen je betaalmethode.',
  verificationBeforeTrial: 'Dit kleine bedrag controleert alleen je betaalmethode. De prijs wordt na de gratis dagen afgeschreven.',
  pay: (amount) => (amount === null ? 'Betalen' : `${amount} betalen`),
  payAndStartTrial: (amount) => (amount === null ? 'Betalen en gratis beginnen' : `${amount} betalen en gratis beginnen`),
  cancelTo: (merchant) => `Annuleren en terug naar ${merchant}`,

  chooseMethod: 'Kies hoe je wilt betalen.',
  methodRefused: 'Deze betaalmethode is geweigerd. Er is niets afgeschreven. Probeer een andere.',
  noProvider: 'Betalen kan nu even niet. Er is niets afgeschreven. Probeer het over een paar minuten opnieuw.',

  inProgress: 'Betaling in behandeling',
  waitingFor: (what) =>
    `We wachten op bericht over je betaling voor ${what}. Sommige banken doen er een paar dagen over; je hoeft hier niet te wachten.`,
  checkAgain: 'Nu opnieuw kijken',
  backToCheckout: 'Terug naar afrekenen',
  byTransfer: 'Betalen per overschrijving',
  transfer: (amount, what) =>
    `Maak ${amount} voor ${what} over vanaf je bank. Gebruik precies het kenmerk hieronder, zodat het geld wordt herkend. Dat duurt een paar dagen; je hoeft hier niet te wachten.`,
  amount: 'Bedrag',
  accountHolder: 'Rekeninghouder',
  account: 'Rekening',
  reference: 'Kenmerk',

  complete: 'Betaling voltooid',
  subscribed: (product) => `Bedankt. Je abonnement op ${product} is geregeld.`,
  arrived: (what) => `Bedankt. Je betaling voor ${what} is binnen.`,
  continueTo: (merchant) => `Verder naar ${merchant}`,
  backTo: (merchant) => `Terug naar ${merchant}`,

  methodSaved: { title: 'Betaalmethode opgeslagen', text: 'Je betaalmethode is opgeslagen. Ga terug naar de winkel om verder te gaan.' },
  methodNotSaved: {
    title: 'Betaalmethode niet opgeslagen',
    text: 'Je betaalmethode is niet opgeslagen. Ga terug naar de winkel om het opnieuw te proberen.',
  },
  failed: {
    title: 'Betaling mislukt',
    text: 'Je betaling is geweigerd en er is niets afgeschreven. Begin opnieuw in de winkel om anders te betalen.',
  },
  ended: {
    title: 'Afrekenen gesloten',
    text: 'Deze afrekening is niet meer open en er is niets afgeschreven. Begin opnieuw in de winkel.',
  },
  closed: { title: 'Afrekenen gesloten', text: 'Deze afrekening is gesloten. Hier is niets meer te doen.' },
  unknown: {
    title: 'Afrekening niet gevonden',
    text: 'Op dit adres is geen afrekening. Controleer of de link volledig is, of begin opnieuw in de winkel.',
  },
  broken: { title: 'Er ging iets mis', text: 'Deze pagina kan nu niet worden getoond. Probeer het zo meteen opnieuw.' },
  didNotWork: 'Dit is niet gelukt',
  tooMany: {
    title: 'Te veel verzoeken',
    text: (seconds) => `Deze pagina is te vaak opgevraagd. Probeer het over ${counted(seconds, 'seconde', 'seconden')} opnieuw.`,
  },

  terms: 'Voorwaarden',
  privacy: 'Privacy',
  help: 'Hulp',
};
