import type { Texts } from './texts.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const it: Texts = {
  testNotice: 'Modalità di prova: qui non si muove denaro.',
  checkout: 'Pagamento',
  problemTitle: 'Problema: pagamento',
  problemHeading: 'C’è un problema',
  subscribeTo: (product) => `Abbonati a ${product}`,
  payFor: (description) => `Paga ${description}`,

  every: {
    month: (amount) => `${amount} al mese`,
    year: (amount) => `${amount} all’anno`,
  },
  eachUnit: {
    month: (amount) => `${amount} per unità utilizzata, addebito alla fine di ogni mese`,
    year: (amount) => `${amount} per unità utilizzata, addebito alla fine di ogni anno`,
  },
  byUse: {
    month: 'In base all’uso, addebito alla fine di ogni mese',
    year: 'In base all’uso, addebito alla fine di ogni anno',
  },
  freeThen: (days, price) => `${counted(days, 'giorno', 'giorni')} gratis, poi ${price}`,

  price: 'Prezzo',
  discount: 'Sconto',
  tax: 'Imposta',
  included: 'inclusa',
  onTop: 'in aggiunta',
  dueToday: 'Da pagare oggi',
  firstPayment: 'Primo pagamento',
  nextPayment: 'Prossimo pagamento',
  // `l’1` and `l’8` would need another article: the day stands in brackets.
  amountOn: (amount, day) => `${amount} (${day})`,
  discounts: {
    once: (reduction, code) => `${reduction} di sconto sul primo pagamento (codice ${code})`,
    forever: (reduction, code) => `${reduction} di sconto su ogni pagamento (codice ${code})`,
    repeating: (reduction, code, months) => `${reduction} di sconto per ${counted(months, 'mese', 'mesi')} (codice ${code})`,
  },

  addCode: 'Aggiungi un codice promozionale',
  changeCode: 'Cambia il codice promozionale',
  codeLabel: 'Codice promozionale',
  applyCode: 'Applica',
  removeCode: 'Rimuovi il codice',
  codeProblems: {
    unknown: 'Questo codice non è conosciuto. Controlla come è scritto.',
    expired: 'Questo codice non è più valido.',
    usedUp: 'Questo codice è già stato usato tutte le volte consentite.',
    tooSmall: 'Questo codice richiede un prezzo più alto.',
    notForThis: 'Questo codice non vale per il tuo acquisto.',
  },

  yourDetails: 'I tuoi dati',
  name: 'Nome',
  email: 'E-mail',
  country: 'Paese',
  chooseCountry: 'Scegli un paese',
  emailWrong: 'Inserisci un indirizzo e-mail, come nome@example.com.',
  countryWrong: 'Scegli il tuo paese dall’elenco.',
  nameTooLong: 'Questo nome è troppo lungo.',
  nowDue: (amount) => `L’importo da pagare oggi è ora ${amount}. Controllalo e paga di nuovo.`,

  howToPay: 'Come vuoi pagare?',
  card: 'Carta',
  directDebit: 'Addebito diretto SEPA',
  bankTransfer: 'Bonifico bancario',
  amountToday: (amount) => `${amount} oggi`,
  verification: 'Questo piccolo addebito verifica solo il tuo metodo di pagamento.',
  verificationBeforeTrial:
    'Questo piccolo addebito verifica solo il tuo metodo di pagamento. Il prezzo viene addebitato al termine dei giorni gratuiti.',
  pay: (amount) => (amount === null ? 'Paga' : `Paga ${amount}`),
  payAndStartTrial: (amount) => (amount === null ? 'Paga e inizia la prova' : `Paga ${amount} e inizia la prova`),
  cancelTo: (merchant) => `Annulla e torna a ${merchant}`,

  chooseMethod: 'Scegli come vuoi pagare.',
  methodRefused: 'Questo metodo di pagamento è stato rifiutato. Non è stato addebitato nulla. Provane un altro.',
  noProvider: 'Al momento non è possibile pagare. Non è stato addebitato nulla. Riprova tra qualche minuto.',

  inProgress: 'Pagamento in corso',
  waitingFor: (what) =>
    `Attendiamo notizie del tuo pagamento per ${what}. Alcune banche impiegano qualche giorno; non serve attendere qui.`,
  checkAgain: 'Controlla ora',
  backToCheckout: 'Torna al pagamento',
  byTransfer: 'Paga con bonifico',
  transfer: (amount, what) =>
    `Invia un bonifico di ${amount} per ${what} dalla tua banca. Usa esattamente la causale qui sotto, perché il denaro sia riconosciuto. Impiega qualche giorno; non serve attendere qui.`,
  amount: 'Importo',
  accountHolder: 'Intestatario',
  account: 'Conto',
  reference: 'Causale',

  complete: 'Pagamento completato',
  subscribed: (product) => `Grazie. Il tuo abbonamento a ${product} è attivo.`,
  arrived: (what) => `Grazie. Il tuo pagamento per ${what} è arrivato.`,
  continueTo: (merchant) => `Continua su ${merchant}`,
  backTo: (merchant) => `Torna a ${merchant}`,

  methodSaved: {
    title: 'Metodo di pagamento salvato',
    text: 'Il tuo metodo di pagamento è stato salvato. Torna al negozio per continuare.',
  },
  methodNotSaved: {
    title: 'Metodo di pagamento non salvato',
    text: 'Il tuo metodo di pagamento non è stato salvato. Torna al negozio per riprovare.',
  },
  failed: {
    title: 'Pagamento non riuscito',
    text: 'Il tuo pagamento è stato rifiutato e non è stato addebitato nulla. Ricomincia dal negozio per pagare in un altro modo.',
  },
  ended: { title: 'Pagamento chiuso', text: 'Questo pagamento non è più aperto e non è stato addebitato nulla. Ricomincia dal negozio.' },
  closed: { title: 'Pagamento chiuso', text: 'Questo pagamento è chiuso. Qui non resta altro da fare.' },
  unknown: {
    title: 'Pagamento non trovato',
    text: 'A questo indirizzo non c’è alcun pagamento. Controlla che il link sia completo o ricomincia dal negozio.',
  },
  broken: { title: 'Qualcosa è andato storto', text: 'Questa pagina non può essere mostrata ora. Riprova tra un momento.' },
  didNotWork: 'Non ha funzionato',
  tooMany: {
    title: 'Troppe richieste',
    text: (seconds) => `Questa pagina è stata richiesta troppo spesso. Riprova tra ${counted(seconds, 'secondo', 'secondi')}.`,
  },

  terms: 'Condizioni',
  privacy: 'Privacy',
  help: 'Aiuto',
};
