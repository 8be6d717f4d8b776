import type { EmailTexts } from './en.ts';

export const es: EmailTexts = {
  receipt: {
    subject: (shop, number) => (number === null ? `Su recibo de ${shop}` : `Su recibo de ${shop} (${number})`),
    heading: 'Gracias por su pago',
    opening: (shop, amount) => `${shop} ha recibido su pago de ${amount}.`,
  },
  invoice: {
    subject: (shop, number) => `Factura ${number} de ${shop}`,
    heading: (number) => `Factura ${number}`,
    paid: 'Esta factura está pagada. No tiene que hacer nada.',
    due: (amount) => `Importe pendiente: ${amount}.`,
  },
  paymentFailed: {
    subject: (shop) => `Su pago a ${shop} no se ha realizado`,
    heading: 'Su pago no se ha realizado',
    opening: (shop, amount) => `No se ha podido realizar su pago de ${amount} a ${shop}. No se ha cobrado nada.`,
    closing: (shop) => [
      `Para volver a intentarlo, vuelva a ${shop} y elija el mismo método de pago u otro.`,
      'Si ya ha pagado, puede ignorar este correo.',
    ],
    renewal: [
      'Con el enlace puede pagar ahora o elegir otro método de pago. El enlace es personal: no lo comparta.',
      'Si ya ha pagado, puede ignorar este correo.',
    ],
    tryAgain: 'Volver a intentarlo',
    again: ['Con el enlace puede pagar con el mismo método de pago o con otro.', 'Si ya ha pagado, puede ignorar este correo.'],
  },
  refund: {
    subject: (shop) => `Su reembolso de ${shop}`,
    heading: (amount) => `Reembolso de ${amount}`,
    opening: (shop, amount) => `${shop} ha reembolsado ${amount} al método con el que pagó.`,
    closing: 'Según su banco, el importe puede tardar unos días en aparecer en su cuenta.',
  },
  usageAlert: {
    subject: (shop) => `Su consumo con ${shop}`,
    heading: (reached) => `Su consumo ha alcanzado ${reached}`,
    opening: (product, reached, since) => `Su consumo de ${product} desde el ${since} ha alcanzado ${reached}.`,
    closing: 'Se cobrará al final del periodo, más IVA si corresponde.',
  },
  creditNote: {
    subject: (shop, number) => `Factura rectificativa ${number} de ${shop}`,
    heading: (number) => `Factura rectificativa ${number}`,
    opening: (invoiceNumber) => `Se ha emitido una rectificación de la factura ${invoiceNumber}.`,
  },
  portalLink: {
    subject: (shop) => `Gestione su suscripción a ${shop}`,
    heading: 'Gestione su suscripción',
    opening: (shop) => `Con el enlace puede ver sus facturas y cambiar su suscripción a ${shop} o su método de pago.`,
    closing: [
      'El enlace caduca en una hora. Cualquier persona que lo tenga puede usarlo: no lo comparta.',
      'Si no lo ha solicitado, puede ignorar este correo.',
    ],
  },
  emailChange: {
    subject: (shop) => `Confirme su correo electrónico para ${shop}`,
    heading: 'Confirme su correo electrónico',
    opening: (shop) => `Las facturas y los mensajes de ${shop} se enviarán a esta dirección cuando la confirme.`,
    action: 'Confirmar el correo electrónico',
    closing: ['El enlace es personal: no lo comparta.', 'Si no lo ha solicitado, puede ignorar este correo. No cambiará nada.'],
  },
  emailChanged: {
    subject: (shop) => `Su correo electrónico para ${shop} ha cambiado`,
    heading: 'Su correo electrónico ha cambiado',
    opening: (shop) =>
      `Las facturas y los mensajes de ${shop} se envían ahora a otra dirección. Los enlaces de correos anteriores ya no funcionan.`,
    closing: 'Si no lo ha cambiado usted, responda a este correo.',
  },
  portal: 'Gestionar su suscripción',
  attached: { invoice: 'La factura se adjunta en PDF.', creditNote: 'La factura rectificativa se adjunta en PDF.' },
  labels: {
    invoice: 'Factura',
    creditNote: 'Factura rectificativa',
    issuedOn: 'Fecha de emisión',
    paidOn: 'Pagada el',
    paidWith: 'Método de pago',
    period: 'Periodo',
    date: 'Fecha',
    amount: 'Importe',
    discount: 'Descuento',
    tax: 'IVA',
    included: 'incluido',
    reverseCharge: 'IVA (inversión del sujeto pasivo)',
    amountPaid: 'Importe pagado',
    amountDue: 'Importe pendiente',
    refunded: 'Reembolsado',
    credited: 'Abonado',
  },
  lines: { proration_credit: 'Tiempo no utilizado', proration_charge: 'Tiempo restante', carried_credit: 'Saldo a favor' },
  methods: { creditcard: 'Tarjeta', directdebit: 'Adeudo SEPA', banktransfer: 'Transferencia' },
  testMode: 'Modo de prueba: no se ha cobrado dinero real.',
  questions: (address) => `¿Tiene alguna pregunta? Responda a este correo o escriba a ${address}.`,
};
