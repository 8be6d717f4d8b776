import type { Texts } from './texts.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const es: Texts = {
  testNotice: 'Modo de prueba: aquí no se mueve dinero.',
  checkout: 'Pago',
  problemTitle: 'Problema: pago',
  problemHeading: 'Hay un problema',
  subscribeTo: (product) => `Suscribirse a ${product}`,
  payFor: (description) => `Pagar ${description}`,

  every: {
    month: (amount) => `${amount} al mes`,
    year: (amount) => `${amount} al año`,
  },
  eachUnit: {
    month: (amount) => `${amount} por unidad utilizada, se cobra al final de cada mes`,
    year: (amount) => `${amount} por unidad utilizada, se cobra al final de cada año`,
  },
  byUse: {
    month: 'Según lo que utilice, se cobra al final de cada mes',
    year: 'Según lo que utilice, se cobra al final de cada año',
  },
  freeThen: (days, price) => `${counted(days, 'día', 'días')} gratis, después ${price}`,

  price: 'Precio',
  discount: 'Descuento',
  tax: 'Impuesto',
  included: 'incluido',
  onTop: 'se añade',
  dueToday: 'A pagar hoy',
  firstPayment: 'Primer pago',
  nextPayment: 'Próximo pago',
  amountOn: (amount, day) => `${amount} el ${day}`,
  discounts: {
    once: (reduction, code) => `${reduction} de descuento en el primer pago (código ${code})`,
    forever: (reduction, code) => `${reduction} de descuento en cada pago (código ${code})`,
    repeating: (reduction, code, months) => `${reduction} de descuento durante ${counted(months, 'mes', 'meses')} (código ${code})`,
  },

  addCode: 'Añadir un código promocional',
  changeCode: 'Cambiar el código promocional',
  codeLabel: 'Código promocional',
  applyCode: 'Aplicar',
  removeCode: 'Quitar el código',
  codeProblems: {
    unknown: 'No conocemos este código. Compruebe cómo está escrito.',
    expired: 'Este código ya no es válido.',
    usedUp: 'Este código ya se ha utilizado todas las veces permitidas.',
    tooSmall: 'Este código requiere un precio más alto.',
    notForThis: 'Este código no sirve para su compra.',
  },

  yourDetails: 'Sus datos',
  name: 'Nombre',
  email: 'Correo electrónico',
  country: 'País',
  chooseCountry: 'Elija un país',
  emailWrong: 'Escriba una dirección de correo, como nombre@example.com.',
  countryWrong: 'Elija su país de la lista.',
  nameTooLong: 'Este nombre es demasiado largo.',
  nowDue: (amount) => `Lo que debe pagar hoy es ahora ${amount}. Compruébelo y pague de nuevo.`,

  howToPay: '¿Cómo quiere pagar?',
  card: 'Tarjeta',
  directDebit: 'Adeudo directo SEPA',
  bankTransfer: 'Transferencia bancaria',
  amountToday: (amount) => `${amount} hoy`,
  verification: 'Este pequeño cargo solo comprueba su método de pago.',
  verificationBeforeTrial: 'Este pequeño cargo solo comprueba su método de pago. El precio se cobra cuando terminen los días gratis.',
  pay: (amount) => (amount === null ? 'Pagar' : `Pagar ${amount}`),
  payAndStartTrial: (amount) => (amount === null ? 'Pagar y empezar la prueba' : `Pagar ${amount} y empezar la prueba`),
  cancelTo: (merchant) => `Cancelar y volver a ${merchant}`,

  chooseMethod: 'Elija cómo quiere pagar.',
  methodRefused: 'Este método de pago ha sido rechazado. No se ha cobrado nada. Pruebe con otro.',
  noProvider: 'Ahora mismo no es posible pagar. No se ha cobrado nada. Inténtelo de nuevo en unos minutos.',

  inProgress: 'Pago en curso',
  waitingFor: (what) =>
    `Estamos esperando noticias de su pago por ${what}. Algunos bancos tardan unos días; no hace falta que espere aquí.`,
  checkAgain: 'Comprobar ahora',
  backToCheckout: 'Volver al pago',
  byTransfer: 'Pagar por transferencia',
  transfer: (amount, what) =>
    `Transfiera ${amount} por ${what} desde su banco. Use exactamente la referencia de abajo para que se reconozca el dinero. Tarda unos días en llegar; no hace falta que espere aquí.`,
  amount: 'Importe',
  accountHolder: 'Titular de la cuenta',
  account: 'Cuenta',
  reference: 'Referencia',

  complete: 'Pago completado',
  subscribed: (product) => `Gracias. Su suscripción a ${product} está lista.`,
  arrived: (what) => `Gracias. Su pago por ${what} ha llegado.`,
  continueTo: (merchant) => `Continuar a ${merchant}`,
  backTo: (merchant) => `Volver a ${merchant}`,

  methodSaved: { title: 'Método de pago guardado', text: 'Su método de pago se ha guardado. Vuelva a la tienda para continuar.' },
  methodNotSaved: {
    title: 'Método de pago no guardado',
    text: 'Su método de pago no se ha guardado. Vuelva a la tienda para intentarlo de nuevo.',
  },
  failed: {
    title: 'El pago ha fallado',
    text: 'Su pago ha sido rechazado y no se ha cobrado nada. Empiece de nuevo en la tienda para pagar de otra forma.',
  },
  ended: { title: 'Pago cerrado', text: 'Este pago ya no está abierto y no se ha cobrado nada. Empiece de nuevo en la tienda.' },
  closed: { title: 'Pago cerrado', text: 'Este pago está cerrado. No queda nada por hacer aquí.' },
  unknown: {
    title: 'Pago no encontrado',
    text: 'No hay ningún pago en esta dirección. Compruebe que el enlace está completo o empiece de nuevo en la tienda.',
  },
  broken: { title: 'Algo ha ido mal', text: 'Esta página no se puede mostrar ahora. Inténtelo de nuevo en un momento.' },
  didNotWork: 'No ha funcionado',
  tooMany: {
    title: 'Demasiadas solicitudes',
    text: (seconds) => `Esta página se ha pedido demasiadas veces. Inténtelo de nuevo en ${counted(seconds, 'segundo', 'segundos')}.`,
  },

  terms: 'Condiciones',
  privacy: 'Privacidad',
  help: 'Ayuda',
};
